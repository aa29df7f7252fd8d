import MapMath
import OvertileBundleFormat
import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileShapes

/// An estimate of the tiles of a layer's features, computed by arithmetic before anything is clipped.
package struct TileEstimate: Sendable {
  private let layer: LayerConfiguration
  /// The buffer of shapes, as a fraction of a tile's side.
  private let buffer: Double
  /// How the layer's circles are drawn, if it has any.
  private let drawing: CircleLayer?

  /// Tiles of one circle, over all zooms, up to which they are not counted one by one.
  private static let few = 4096.0

  /// Prepares the estimates of a layer whose tiles have a buffer, as a fraction of a tile's side.
  package init(_ layer: LayerConfiguration, buffer: Double) {
    self.layer = layer
    self.buffer = buffer
    if case .circle(let options) = layer.kind { drawing = options } else { drawing = nil }
  }

  /// An estimate of the tiles of a feature, over all zooms that show it.
  ///
  /// Tiles are counted once per point or part. O(zooms), O(rows of tiles) for circles of thousands of tiles, and O(n)
  /// for shapes.
  ///
  /// - Parameters:
  ///   - geometry: the feature's geometry in the layer, of a batch.
  ///   - radii: its radius in meters or pixels, or one for each zoom.
  ///   - shown: per zoom of the layer: whether the filter shows it there; nil for all.
  /// - Throws: a rejection if there are more tiles than the layer allows for a feature.
  func tiles(
    of geometry: GeometryMapping.Geometry, in batch: ReadBatch, radii: [Double], shown: [Bool]?
  ) throws -> Int {
    // The last zoom of these layers is found when all features are read, within the same limits; see `AutomaticZooms`.
    if layer.endsByItself { return 0 }
    let limit = Double(layer.maxTiles.feature)
    var count = 0.0
    if let drawing {
      for position in geometry.positions {
        let center = Coordinate(
          latitude: batch.latitude(position), longitude: WorldGrid.longitude(x: Double(batch.worldX[position])))
        count += try tiles(of: drawing, around: center, radii, shown, limit: limit - count)
      }
    }
    for shape in geometry.shapes {
      for (index, tiles) in shape.roughTileCounts(zooms: layer.zooms, buffer: buffer).enumerated()
      where shown?[index] != false {
        count += tiles
      }
    }
    guard count <= limit else { throw rejection(count) }
    return Int(count.rounded(.up))
  }

  /// An estimate of the tiles of a circle of the layer at one zoom. O(1), O(rows of tiles) for one of thousands of tiles.
  package func tiles(of circle: Circle, zoom: Int) -> Double {
    guard let drawing, !drawing.appearance(of: circle, zoom: zoom).isHidden else { return 0 }
    let scale = drawing.pulse?.scale.max() ?? 1
    let rough = circle.roughTileCount(atZoom: zoom, scale: scale) ?? .infinity
    return rough <= Self.few ? rough : Double(circle.tileCount(atZoom: zoom, scale: scale))
  }

  private func tiles(
    of drawing: CircleLayer, around center: Coordinate, _ radii: [Double], _ shown: [Bool]?, limit: Double
  ) throws -> Double {
    let tileSize = Double(drawing.rules.tileSizePixels)
    let drawn = try layer.zooms.enumerated().compactMap { index, zoom -> (zoom: Int, circle: Circle)? in
      guard shown?[index] != false else { return nil }
      let circle = try Circle(
        center: center, radius: radii.count == 1 ? radii[0] : radii[index], model: drawing.model, tileSize: tileSize)
      return drawing.appearance(of: circle, zoom: zoom).isHidden ? nil : (zoom, circle)
    }
    let scale = drawing.pulse?.scale.max() ?? 1
    let rough = drawn.reduce(0) { $0 + ($1.circle.roughTileCount(atZoom: $1.zoom, scale: scale) ?? .infinity) }
    if rough <= Self.few { return rough }
    var count = 0.0
    for (index, (zoom, circle)) in drawn.enumerated() {
      let tiles = Double(circle.tileCount(atZoom: zoom, scale: scale))
      count += tiles
      // Each further zoom has about four times as many tiles, which need not be counted to see that they are too many.
      guard count > limit else { continue }
      return drawn[(index + 1)...].reduce(count) {
        $0 + tiles * (radii.count == 1 ? Double(1 << min(2 * ($1.zoom - zoom), 60)) : 1)
      }
    }
    return count
  }

  private func rejection(_ count: Double) -> FeatureMapping.FeatureDiagnostic {
    let zooms = layer.zooms
    let span = zooms.count == 1 ? "at zoom \(zooms.lowerBound)" : "at zooms \(zooms.lowerBound) to \(zooms.upperBound)"
    let unit = drawing == nil ? "" : "check the unit of the radius; "
    return FeatureMapping.FeatureDiagnostic(
      code: .tooManyTiles,
      reason:
        "the feature would be in about \(Self.text(count)) tiles \(span), but `maxTiles: {feature: ...}` allows only "
        + "\(Counted.grouped(layer.maxTiles.feature)); \(unit)lowering the maximum zoom by one leaves about a quarter of the tiles"
    )
  }

  /// A number of tiles with separated thousands; at most the largest number of 64 bits.
  private static func text(_ count: Double) -> String { Counted.grouped(UInt64(min(count.rounded(.up), 1e18))) }
}

extension TileEstimate {
  /// Checks the tiles of all features of a layer.
  ///
  /// - Throws: `PipelineError.badData` if there are more than the layer allows.
  package static func check(_ tiles: Int, of layer: LayerConfiguration) throws {
    guard tiles > layer.maxTiles.layer else { return }
    let zooms = "\(layer.zooms.lowerBound)-\(layer.zooms.upperBound)"
    throw PipelineError.badData(
      "layer \"\(layer.name.value)\": its features would be in about \(Counted.grouped(tiles)) tiles at zooms \(zooms), but only "
        + "\(Counted.grouped(layer.maxTiles.layer)) are allowed. Lower the maximum zoom, which has most of the tiles, check the "
        + "unit of the radii, or raise `maxTiles: {layer: ...}`")
  }
}

extension CircleLayer {
  /// How a circle of the layer is drawn at a zoom.
  package func appearance(of circle: Circle, zoom: Int) -> CircleAppearance {
    let pixels = circle.radiusPixels(zoom: zoom, tileSize: Double(rules.tileSizePixels))
    return rules.appearance(radiusPixels: pixels, zoom: zoom)
  }
}
