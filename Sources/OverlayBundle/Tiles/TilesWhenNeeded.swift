import MapMath

/// Tiles in a container that is opened when one is first needed.
struct TilesWhenNeeded: Sendable {
  /// The container's name in errors.
  let name: String
  /// Opens the container, or returns the open one.
  var open: @Sendable () async throws -> any TileSource

  /// For each tile, its bytes without compression, as those of a `TileSource`.
  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    do {
      return try await open().plainTiles(tiles)
    } catch {
      return tiles.map { _ in .failure(error) }
    }
  }
}
