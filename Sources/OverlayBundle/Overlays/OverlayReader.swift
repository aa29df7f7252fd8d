import MapMath
import OvertileVectorTile

/// Reads overlays from any source of tiles: a bundle, or an app's own cache in front of one.
public struct OverlayReader: Sendable {
  /// Returns a tile's content; nil if there is no tile.
  public typealias TileSource = @Sendable (TileID) async throws -> DecodedTile?

  /// The bundle's manifest.
  public let manifest: BundleManifest
  private let contents: @Sendable ([TileID]) async throws -> [DecodedTile?]
  private let decoder: OverlayDecoder

  /// The number of tiles that are requested from an app's source at a time.
  private static let tilesAhead = 8

  /// Makes a reader from a bundle's manifest and a source of tiles. It requests eight tiles at a time.
  public init(manifest: BundleManifest, tile: @escaping TileSource) {
    self.init(manifest: manifest, contents: { try await Self.contents(of: $0, from: tile) })
  }

  /// Makes a reader of the bundle with a manifest, and with a source of the contents of many tiles, in their order.
  init(manifest: BundleManifest, contents: @escaping @Sendable ([TileID]) async throws -> [DecodedTile?]) {
    (self.manifest, self.contents) = (manifest, contents)
    decoder = OverlayDecoder(manifest)
  }

  /// The overlays in one tile, its buffer included, each once; in the order of the layers, then of the ids.
  ///
  /// Only for the tile itself: beyond a layer's last zoom use `TileID.ancestor(zoom:)`.
  ///
  /// - Parameters:
  ///   - tile: Any tile. A tile that the bundle does not have holds nothing.
  ///   - layers: The layers to read; nil for all.
  /// - Throws: the errors of the source.
  public func overlays(of tile: TileID, layers: Set<String>? = nil) async throws -> [Overlay] {
    var found = OverlaySet()
    if let content = try await contents([tile])[0] {
      decoder.decode(content, of: tile, layers: layers, into: &found)
    }
    return found.sorted(layers: manifest.layers.map(\.id))
  }

  /// The overlays in the tiles that a viewport shows, each once, however many tiles and copies of the world show it.
  ///
  /// Every layer comes from tiles of one zoom; see `ViewportPlan`. An overlay counts if it is in such a tile, so some
  /// lie up to a tile beyond the edge of the view.
  ///
  /// - Parameters:
  ///   - camera: The camera; bearing, pitch and padding count.
  ///   - viewport: The size of the view in points.
  ///   - layers: The layers to read; nil for all.
  /// - Throws: `CameraError`; the errors of the source.
  public func overlays(
    seenFrom camera: Camera, in viewport: MapViewport, layers: Set<String>? = nil
  ) async throws -> ViewportOverlays {
    let wanted = manifest.layers.filter { layers?.contains($0.id) ?? true }
    let plan = try ViewportPlan(camera, viewport, layers: wanted)
    var found = OverlaySet()
    // All zooms at once: those in one archive share its requests.
    var rest = try await contents(plan.shares.flatMap(\.tiles))[...]
    for share in plan.shares {
      for (tile, content) in zip(share.tiles, rest) {
        guard let content else { continue }
        decoder.decode(content, of: tile, layers: share.layers, into: &found)
      }
      rest = rest.dropFirst(share.tiles.count)
    }
    return ViewportOverlays(plan: plan, overlays: found.sorted(layers: manifest.layers.map(\.id)))
  }

  /// The overlays in some tiles, each once; otherwise as `overlays(of:layers:)`.
  package func overlays(of tiles: [TileID], layers: Set<String>? = nil) async throws -> [Overlay] {
    var found = OverlaySet()
    for (tile, content) in zip(tiles, try await contents(tiles)) {
      guard let content else { continue }
      decoder.decode(content, of: tile, layers: layers, into: &found)
    }
    return found.sorted(layers: manifest.layers.map(\.id))
  }

  /// The contents of tiles, in their order. The first error ends the requests for others.
  private static func contents(of tiles: [TileID], from source: @escaping TileSource) async throws -> [DecodedTile?] {
    try await withThrowingTaskGroup(of: (Int, DecodedTile?).self) { group in
      var contents = [DecodedTile?](repeating: nil, count: tiles.count)
      var next = 0
      for _ in 0..<min(tilesAhead, tiles.count) {
        group.addTask { [index = next] in (index, try await source(tiles[index])) }
        next += 1
      }
      while let (index, content) = try await group.next() {
        contents[index] = content
        guard next < tiles.count else { continue }
        group.addTask { [index = next] in (index, try await source(tiles[index])) }
        next += 1
      }
      return contents
    }
  }
}
