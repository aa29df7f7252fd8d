import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileShapes

/// The geometry of a feature in a layer: points for clusters and circles, world geometries for shapes.
package enum GeometryMapping {
  /// The geometry of a feature in a layer.
  package struct Geometry {
    /// The points, in source order.
    var points: [WorldPoint] = []
    /// Per point, for circles: its latitude in degrees.
    var latitudes: [Double] = []
    /// At most one geometry each of polygons, lines and points.
    var shapes: [WorldGeometry] = []
    /// The repairs.
    var repairs: Set<Repair> = []
    /// The faults that were repaired.
    var fault: String?
  }

  /// The geometry of a feature for a layer.
  ///
  /// - Parameter repairs: whether polygons and lines that are not valid are made so; otherwise they are rejected.
  /// - Throws: a rejection if the layer does not accept such a geometry, or it is not valid.
  static func geometry(
    of feature: Int, in batch: ReadBatch, layer: LayerConfiguration, repairs: RepairRules, engine: GeometryEngine
  ) throws -> Geometry {
    var mapping: ShapeMapping { ShapeMapping(batch: batch, rules: repairs, engine: engine) }
    var geometry: Geometry
    switch layer.kind {
    case .cluster(let cluster):
      geometry = try points(of: feature, in: batch, labels: cluster.nonPoints == .label ? mapping : nil, kind: .cluster)
    case .circle:
      geometry = try points(of: feature, in: batch, labels: nil, kind: .circle)
      geometry.latitudes = latitudes(of: feature, geometry.points, in: batch)
    case .shape:
      geometry = try mapping.shapes(of: feature)
    }
    if !batch.repairs.isEmpty, let repairs = batch.repairs[feature] {
      geometry.repairs.formUnion(repairs)
      // A circle keeps the latitude of its center, also beyond the edge of the map.
      if case .circle = layer.kind { geometry.repairs.remove(.coordinatesClamped) }
    }
    return geometry
  }

  private static func points(
    of feature: Int, in batch: ReadBatch, labels: ShapeMapping?, kind: LayerKind
  ) throws -> Geometry {
    let geometry = batch.read.geometry
    let elements = geometry.elements(ofFeature: feature)
    if elements.allSatisfy({ geometry.elementKinds[$0] == .points }) {
      var points: [WorldPoint] = []
      let coordinates = geometry.coordinates(ofFeature: feature)
      points.reserveCapacity(coordinates.count)
      for index in coordinates { points.append(WorldPoint(x: batch.worldX[index], y: batch.worldY[index])) }
      return Geometry(points: points)
    }
    guard let labels else {
      let type = batch.read.geometryTypes[feature].name
      throw FeatureMapping.FeatureDiagnostic(
        code: .wrongGeometry, reason: "a \(kind.rawValue) layer accepts only points, but the geometry is a \(type)")
    }
    var result = try labels.shapes(of: feature)
    guard let main = result.shapes.first, let label = try labels.engine.labelPoint(main) else {
      throw FeatureMapping.FeatureDiagnostic.collapsed
    }
    result.shapes = []
    result.points = [label]
    return result
  }

  /// The latitudes of a feature's points: the grid's on the map, the feature's own beyond its edge.
  private static func latitudes(of feature: Int, _ points: [WorldPoint], in batch: ReadBatch) -> [Double] {
    let geometry = batch.read.geometry
    return zip(geometry.coordinates(ofFeature: feature), points).map { index, point in
      let latitude = geometry.y[index]
      return abs(latitude) > Mercator.maximumLatitude ? Degrees.rounded(latitude) : point.coordinate.latitude
    }
  }
}
