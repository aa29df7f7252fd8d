import MapMath

/// Tiles in a file that is opened when one is first needed.
struct TilesWhenNeeded: TileSource {
  let name: String
  /// Opens the file, or returns the open one.
  let open: @Sendable () async throws -> CacheValue

  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    do {
      guard case .opened(let source as any TileSource) = try await open() else {
        return tiles.map { _ in .success(nil) }
      }
      return await source.plainTiles(tiles)
    } catch {
      return tiles.map { _ in .failure(error) }
    }
  }
}
