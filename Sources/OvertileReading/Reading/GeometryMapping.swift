import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileShapes

/// The geometries of a batch's features in a layer: points for clusters and circles, world geometries for shapes.
struct GeometryMapping {
  let batch: ReadBatch
  let kind: LayerKind
  /// Whether the layer takes lines and polygons, as themselves or as the points of their labels; otherwise they are rejected.
  let takesPolygons: Bool
  /// Whether polygons and lines that are not valid are made so; otherwise they are rejected.
  let rules: RepairRules
  let engine: GeometryEngine

  /// The geometry of a feature in a layer.
  struct Geometry {
    /// The positions of the batch that are its points, in source order.
    var positions = 0..<0
    /// The point of its label, in place of these.
    var label: WorldPoint?
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
    var geometry = kind == .shape ? try shapes(of: feature) : try points(of: feature)
    if !batch.repairs.isEmpty, let repairs = batch.repairs[feature] {
      geometry.repairs.formUnion(repairs)
      // A circle keeps the latitude of its center, also beyond the edge of the map.
      if kind == .circle { geometry.repairs.remove(.coordinatesClamped) }
    }
    return geometry
  }

  private func points(of feature: Int) throws -> Geometry {
    let geometry = batch.read.geometry
    let elements = geometry.elements(ofFeature: feature)
    if elements.allSatisfy({ geometry.elementKinds[$0] == .points }) {
      return Geometry(positions: geometry.coordinates(ofFeature: feature))
    }
    guard takesPolygons else {
      let type = batch.read.geometryTypes[feature].name
      throw FeatureMapping.FeatureDiagnostic(
        code: .wrongGeometry, reason: "a \(kind.rawValue) layer accepts only points, but the geometry is a \(type)")
    }
    var result = try shapes(of: feature)
    guard let main = result.shapes.first, let label = try engine.labelPoint(main) else {
      throw FeatureMapping.FeatureDiagnostic.collapsed
    }
    result.shapes = []
    result.label = label
    return result
  }
}
