import ArgumentParser
import MapMath

extension TileID {
  /// Reads the address of a tile, written z/x/y.
  ///
  /// - Throws: `ValidationError` with what is expected.
  @Sendable static func read(_ text: String) throws -> TileID {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard numbers.count == 3, let tile = TileID(z: numbers[0], x: numbers[1], y: numbers[2]) else {
      throw ValidationError(
        "\(text) is not a valid tile address: expected zoom/column/row, such as 3/4/2; zooms are 0 to 31, and columns and rows are "
          + "0 to 2^zoom - 1")
    }
    return tile
  }
}
