import MapMath

/// Tiles in a file that is opened when one is first needed.
struct TilesWhenNeeded: TileSource {
  let name: String
  /// Opens the file, or returns the open one.
  let open: @Sendable () async throws -> any TileSource

  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    do {
      return try await open().plainTiles(tiles)
    } catch {
      return tiles.map { _ in .failure(error) }
    }
  }
}
