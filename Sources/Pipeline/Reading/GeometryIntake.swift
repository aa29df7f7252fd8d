import Configuration
import Features
import MapMath
import Shapes

/// What a layer takes of a feature's geometry: points for clusters and circles, world geometries for shapes.
enum GeometryIntake {
  /// A feature's part in a layer.
  struct Geometry {
    /// The points, in source order.
    var points: [WorldPoint] = []
    /// Per point, for circles: its latitude in degrees.
    var latitudes: [Double] = []
    /// At most one geometry each of polygons, lines and points.
    var shapes: [WorldGeometry] = []
  }

  /// The geometry of a feature for a layer.
  ///
  /// - Throws: a refusal when the layer does not take such a geometry, or GEOS cannot make it valid.
  static func geometry(
    of feature: Int, in batch: ReadBatch, layer: LayerConfiguration, engine: GeometryEngine
  ) throws -> Geometry {
    switch layer.kind {
    case .cluster(let cluster):
      let labels = cluster.nonPoints == .label
      return Geometry(points: try points(of: feature, in: batch, labels: labels, engine: engine, kind: "cluster"))
    case .circle:
      let points = try points(of: feature, in: batch, labels: false, engine: engine, kind: "circle")
      return Geometry(points: points, latitudes: latitudes(of: feature, points, in: batch))
    case .shape:
      let shapes = try shapes(of: feature, in: batch, engine: engine)
      guard !shapes.isEmpty else {
        throw LayerIntake.Refusal(
          code: LedgerCode.invalidGeometry, reason: "nothing is left of it once it is made valid")
      }
      return Geometry(shapes: shapes)
    }
  }

  private static func points(
    of feature: Int, in batch: ReadBatch, labels: Bool, engine: GeometryEngine, kind: String
  ) throws -> [WorldPoint] {
    let geometry = batch.features.geometry
    let elements = geometry.elements(ofFeature: feature)
    var points: [WorldPoint] = []
    if elements.allSatisfy({ geometry.elementKinds[$0] == .points }) {
      let coordinates = geometry.coordinates(ofFeature: feature)
      points.reserveCapacity(coordinates.count)
      for index in coordinates { points.append(WorldPoint(x: batch.worldX[index], y: batch.worldY[index])) }
      return points
    }
    guard labels else {
      let type = batch.features.geometryTypes[feature].name
      throw LayerIntake.Refusal(
        code: LedgerCode.wrongGeometry, reason: "a \(kind) layer takes points, and this is a \(type)")
    }
    let shapes = try shapes(of: feature, in: batch, engine: engine)
    guard let main = shapes.first, let label = try engine.labelPoint(main) else {
      throw LayerIntake.Refusal(code: LedgerCode.invalidGeometry, reason: "nothing is left of it once it is made valid")
    }
    return [label]
  }

  /// The latitudes of a feature's points: the grid's on the map, the feature's own beyond its edge.
  private static func latitudes(of feature: Int, _ points: [WorldPoint], in batch: ReadBatch) -> [Double] {
    let geometry = batch.features.geometry
    return zip(geometry.coordinates(ofFeature: feature), points).map { index, point in
      let latitude = geometry.y[index]
      return abs(latitude) > Mercator.maximumLatitude ? Degrees.rounded(latitude) : point.coordinate.latitude
    }
  }

  /// Polygons first, then lines, then points; valid, cut at the 180th meridian; kinds that are empty are left out.
  private static func shapes(
    of feature: Int, in batch: ReadBatch, engine: GeometryEngine
  ) throws -> [WorldGeometry] {
    let columns = batch.features.geometry
    var polygons = WorldGeometry(kind: .polygons)
    var lines = WorldGeometry(kind: .lines)
    var points = WorldGeometry(kind: .points)
    for element in columns.elements(ofFeature: feature) {
      let rings = columns.rings(ofElement: element).map { columns.coordinates(ofRing: $0) }
      switch columns.elementKinds[element] {
      case .polygon:
        try AntimeridianCut.append(
          polygonWithRingsAt: rings, longitudes: columns.x, latitudes: columns.y, to: &polygons)
      case .line:
        for ring in rings {
          try AntimeridianCut.append(lineAt: ring, longitudes: columns.x, latitudes: columns.y, to: &lines)
        }
      case .points:
        for ring in rings {
          try AntimeridianCut.append(pointsAt: ring, longitudes: columns.x, latitudes: columns.y, to: &points)
        }
      }
    }
    return try [polygons, lines, points].compactMap { geometry in
      guard !geometry.isEmpty else { return nil }
      let valid = try engine.makeValid(geometry).geometry
      return valid.isEmpty ? nil : valid
    }
  }
}
