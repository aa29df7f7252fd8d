import MapMath
import OvertileVectorTile

/// A type that reads overlays from any tile source, such as a bundle or an app's own cache of the tiles in a bundle.
public struct OverlayReader: Sendable {
  /// A closure that returns the decoded contents of the given tile, or `nil` if there is no such tile.
  public typealias TileSource = @Sendable (TileID) async throws -> DecodedTile?

  /// The manifest of the bundle.
  public let manifest: BundleManifest
  private let contents: @Sendable ([TileID]) async throws -> [DecodedTile?]
  private let decoder: OverlayDecoder

  /// The number of tiles that are requested from an app's source at a time.
  private static let tilesAhead = 8

  /// Creates an overlay reader with the given manifest and tile source. The reader requests up to eight tiles at the
  /// same time.
  public init(manifest: BundleManifest, tile: @escaping TileSource) {
    self.init(manifest: manifest, contents: { try await concurrently($0, width: Self.tilesAhead, tile) })
  }

  /// Creates a reader of the bundle with a manifest, and with a source of the contents of many tiles, in their order.
  init(manifest: BundleManifest, contents: @escaping @Sendable ([TileID]) async throws -> [DecodedTile?]) {
    (self.manifest, self.contents) = (manifest, contents)
    decoder = OverlayDecoder(manifest)
  }

  /// Returns the distinct overlays in the given tile and in the tile's buffer, sorted by layer and then by id.
  ///
  /// Only the given tile is read. For a tile above a layer's maximum zoom, call `TileID.ancestor(zoom:)` to get the
  /// tile that contains the layer's overlays, and pass that tile instead.
  ///
  /// - Parameters:
  ///   - tile: The tile to read. If the bundle does not contain the tile, the result is empty.
  ///   - layers: The names of the layers to read, or `nil` to read all layers.
  /// - Throws: `BundleError.unknownLayer`, or any error that the tile source throws.
  public func overlays(of tile: TileID, layers: Set<String>? = nil) async throws -> [Overlay] {
    try manifest.check(layers: layers ?? [])
    var found = OverlaySet()
    if let content = try await contents([tile])[0] {
      decoder.decode(content, of: tile, layers: layers, into: &found)
    }
    return found.sorted(layers: manifest.layers.map(\.id))
  }

  /// Returns the overlays in the tiles that are visible in the given viewport. The result contains each overlay once,
  /// even if the overlay appears in several tiles or in several copies of the world.
  ///
  /// Each layer is read from the tiles of a single zoom, as described in `ViewportPlan`. All overlays in these tiles
  /// are included, so some overlays lie up to one tile beyond the edge of the view.
  ///
  /// - Parameters:
  ///   - camera: The camera, including its bearing, pitch, and padding.
  ///   - viewport: The size of the view, in points.
  ///   - layers: The names of the layers to read, or `nil` to read all layers.
  /// - Throws: `CameraError`, `BundleError.unknownLayer`, or any error that the tile source throws.
  public func overlays(
    seenFrom camera: Camera, in viewport: MapViewport, layers: Set<String>? = nil
  ) async throws -> ViewportOverlays {
    let plan = try ViewportPlan(camera, viewport, layers: try wanted(layers))
    return ViewportOverlays(plan: plan, overlays: try await overlays(of: plan))
  }

  /// Returns the distinct overlays in the given geographic box at the given zoom. The web library finds the same
  /// overlays.
  ///
  /// Overlays on the borders of the box are included. Positions are compared with a precision of seven decimals, as in
  /// GeoJSON. Positions beyond 85.0511 degrees north or south are treated as positions at that latitude. A circle or
  /// shape is included if its bounding rectangle touches the box. Above a layer's maximum zoom, the result contains the
  /// layer's overlays at the maximum zoom. Below a layer's minimum zoom, the result contains no overlays of the layer.
  ///
  /// - Parameters:
  ///   - box: The box in which to find overlays.
  ///   - zoom: The zoom, which is rounded down to a whole number. A negative zoom is treated as 0.
  ///   - layers: The names of the layers to read, or `nil` to read all layers.
  /// - Throws: `CameraError.tooManyTiles` if the box needs more than 512 tiles, `CameraError.invalidCamera` if the zoom
  ///   is not finite, `BundleError.unknownLayer`, or any error that the tile source throws.
  public func overlays(
    in box: GeographicBounds, zoom: Double, layers: Set<String>? = nil
  ) async throws -> [Overlay] {
    let plan = try ViewportPlan(box, zoom: zoom, extent: manifest.tiles.extent, layers: try wanted(layers))
    let rect = box.closedMapRect
    return try await overlays(of: plan).filter { rect.intersects(wrapped: $0.boundingMapRect) }
  }

  private func wanted(_ names: Set<String>?) throws -> [BundleManifest.Layer] {
    try manifest.check(layers: names ?? [])
    return manifest.layers.filter { names?.contains($0.id) ?? true }
  }

  private func overlays(of plan: ViewportPlan) async throws -> [Overlay] {
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
    return found.sorted(layers: manifest.layers.map(\.id))
  }
}
