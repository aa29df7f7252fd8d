import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileShapes

/// The geometries of a batch's features in a layer: points for clusters and circles, world geometries for shapes.
package struct GeometryMapping {
  let batch: ReadBatch
  let kind: LayerConfiguration.Kind
  /// Whether polygons and lines that are not valid are made so; otherwise they are rejected.
  let rules: RepairRules
  let engine: GeometryEngine

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

  /// The geometry of a feature.
  ///
  /// - Throws: a rejection if the layer does not accept such a geometry, or it is not valid.
  func geometry(of feature: Int) throws -> Geometry {
    var geometry: Geometry
    switch kind {
    case .cluster(let cluster): geometry = try points(of: feature, .cluster, labels: cluster.labelsNonPoints)
    case .circle:
      geometry = try points(of: feature, .circle, labels: false)
      geometry.latitudes = latitudes(of: feature, geometry.points)
    case .shape: geometry = try shapes(of: feature)
    }
    if !batch.repairs.isEmpty, let repairs = batch.repairs[feature] {
      geometry.repairs.formUnion(repairs)
      // A circle keeps the latitude of its center, also beyond the edge of the map.
      if case .circle = kind { geometry.repairs.remove(.coordinatesClamped) }
    }
    return geometry
  }

  /// - Parameter labels: whether a feature with lines or polygons becomes the point of its label; otherwise it is rejected.
  private func points(of feature: Int, _ kind: LayerKind, labels: Bool) throws -> Geometry {
    let geometry = batch.read.geometry
    let elements = geometry.elements(ofFeature: feature)
    if elements.allSatisfy({ geometry.elementKinds[$0] == .points }) {
      var points: [WorldPoint] = []
      let coordinates = geometry.coordinates(ofFeature: feature)
      points.reserveCapacity(coordinates.count)
      for index in coordinates { points.append(WorldPoint(x: batch.worldX[index], y: batch.worldY[index])) }
      return Geometry(points: points)
    }
    guard labels else {
      let type = batch.read.geometryTypes[feature].name
      throw FeatureMapping.FeatureDiagnostic(
        code: .wrongGeometry, reason: "a \(kind.rawValue) layer accepts only points, but the geometry is a \(type)")
    }
    var result = try shapes(of: feature)
    guard let main = result.shapes.first, let label = try engine.labelPoint(main) else {
      throw FeatureMapping.FeatureDiagnostic.collapsed
    }
    result.shapes = []
    result.points = [label]
    return result
  }

  /// The latitudes of a feature's points: the grid's on the map, the feature's own beyond its edge.
  private func latitudes(of feature: Int, _ points: [WorldPoint]) -> [Double] {
    let geometry = batch.read.geometry
    return zip(geometry.coordinates(ofFeature: feature), points).map { index, point in
      let latitude = geometry.y[index]
      return abs(latitude) > Mercator.maximumLatitude ? Degrees.rounded(latitude) : point.coordinate.latitude
    }
  }
}
