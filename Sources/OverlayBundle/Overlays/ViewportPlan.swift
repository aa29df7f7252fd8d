import MapMath

/// A plan that lists the tiles to read in order to show layers in a viewport.
///
/// The zoom of each layer is the camera's `zoom512`, rounded down to a whole number that is at least 0. A layer is not
/// shown below its `minzoom`. Above the layer's `maxzoom`, the tiles of `maxzoom` are enlarged, as in MapLibre and
/// Mapbox.
///
/// A view that is pitched toward the horizon can need more than `tileLimit` tiles. In that case, a layer uses the
/// highest zoom at which the number of tiles is within the limit, or `minzoom` if there is no such zoom.
public struct ViewportPlan: Sendable, Hashable {
  /// A group of layers that are shown with tiles of the same zoom.
  public struct Share: Sendable, Hashable {
    /// The zoom of the tiles.
    public var zoom: Int
    /// The names of the layers in the group.
    public var layers: Set<String>
    /// The tiles to read, in ascending order. The bundle might not contain all of these tiles.
    public var tiles: [TileID]
  }

  /// The maximum number of tiles to read for a layer. More tiles are read only if even the layer's minimum zoom needs
  /// more.
  public static let tileLimit = 512

  /// The groups of layers, sorted by zoom in ascending order.
  public private(set) var shares: [Share] = []

  /// Plans some layers for a box at a zoom, which counts as the whole number below it.
  ///
  /// - Throws: `CameraError.invalidCamera` for a zoom that is none, `.tooManyTiles` beyond `tileLimit` tiles in all.
  init(
    _ box: GeographicBounds, zoom: Double, extent: Int, layers: [BundleManifest.Layer]
  ) throws(CameraError) {
    guard zoom.isFinite else { throw .invalidCamera }
    let wanted = Int(min(max(zoom.rounded(.down), 0), 31))
    let shown = layers.filter { $0.minzoom >= 0 && $0.minzoom <= min(wanted, $0.maxzoom) }
    var tilesLeft = Self.tileLimit
    for (zoom, layers) in Dictionary(grouping: shown, by: { min($0.maxzoom, wanted) }).sorted(by: { $0.key < $1.key }) {
      let side = MapPoint.worldSide / Double(1 << zoom)
      // A marker may lie on the border of its tile, rounded to a unit.
      let unit = side / Double(max(extent, 1))
      let rect = box.closedMapRect.inset(dx: -unit, dy: -unit)
      guard max(rect.width, rect.height) <= side * Double(Self.tileLimit) else {
        throw .tooManyTiles(limit: Self.tileLimit)
      }
      let cover = TileCover(of: rect, zoom: zoom)
      guard cover.count <= UInt64(tilesLeft) else { throw .tooManyTiles(limit: Self.tileLimit) }
      tilesLeft -= Int(cover.count)
      shares.append(Share(zoom: zoom, layers: Set(layers.map(\.id)), tiles: cover.tiles.sorted()))
    }
  }

  /// Creates a plan for showing the given layers in the given viewport.
  ///
  /// - Throws: `CameraError.invalidCamera` if the camera is not valid, `.invalidViewport` if the viewport is not valid,
  ///   or `.tooManyTiles` if a layer's minimum zoom needs more than 10,000 tiles.
  public init(
    _ camera: Camera, _ viewport: MapViewport, layers: [BundleManifest.Layer]
  ) throws(CameraError) {
    guard camera.isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    let wanted = max(0, Int(camera.zoom512.rounded(.down)))
    var found: [Int: Share] = [:]
    for layer in layers where layer.minzoom >= 0 && layer.minzoom <= min(wanted, layer.maxzoom, 31) {
      let highest = min(wanted, layer.maxzoom, 31)
      let cover = try Self.cover(camera, viewport, zooms: layer.minzoom...highest)
      found[cover.zoom, default: Share(zoom: cover.zoom, layers: [], tiles: cover.tiles.sorted())].layers
        .insert(layer.id)
    }
    shares = found.values.sorted { $0.zoom < $1.zoom }
  }

  /// The tiles of the highest zoom that the limit allows.
  private static func cover(
    _ camera: Camera, _ viewport: MapViewport, zooms: ClosedRange<Int>
  ) throws(CameraError) -> TileCover {
    var zoom = zooms.upperBound
    while true {
      var options = TileCover.Options(tileSize: Camera.baseTileSize)
      options.zooms = zoom...zoom
      if zoom > zooms.lowerBound { options.limit = tileLimit }
      do throws(CameraError) {
        return try camera.visibleTiles(in: viewport, options: options)
      } catch {
        guard case .tooManyTiles = error, zoom > zooms.lowerBound else { throw error }
        zoom -= 1
      }
    }
  }
}

extension BundleManifest {
  /// The tile options for a `ViewportTracker` that tracks the tiles of this bundle. With these options, the tracker
  /// selects the same tiles as `ViewportPlan`.
  public var viewportTiles: TileCover.Options {
    var options = TileCover.Options(tileSize: Camera.baseTileSize)
    options.zooms = 0...min(max(maxzoom, 0), 31)
    return options
  }
}
