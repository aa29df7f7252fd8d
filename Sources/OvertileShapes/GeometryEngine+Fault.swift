import COvertileGEOS
import MapMath

/// The reason that a geometry is not valid, and the position.
package struct ShapeFault: Sendable, Hashable {
  /// GEOS's words, such as "Self-intersection".
  package var reason: String
  /// The position in the geometry's own units; nil if GEOS names none.
  package var position: (x: Double, y: Double)? { x.flatMap { x in y.map { (x, $0) } } }

  private var x: Double?
  private var y: Double?

  init(reason: String, x: Double?, y: Double?) {
    self.reason = reason
    self.x = x
    self.y = y
  }
}

extension GeometryEngine {
  /// The fault of lines or polygons by the rules of simple features, or nil if they are valid.
  ///
  /// The units may be any, degrees too. Nothing is made valid first; rings must be closed.
  /// - Throws: `ShapeError` if GEOS does not accept the geometry.
  package func fault(of geometry: WorldGeometry) throws -> ShapeFault? {
    if geometry.kind == .points || geometry.isEmpty { return nil }
    let handle = try handle(of: geometry)
    var reason: UnsafeMutablePointer<CChar>?
    var location: OpaquePointer?
    let isValid = try ask("GEOSisValidDetail_r") { GEOSisValidDetail_r($0, handle.pointer, 0, &reason, &location) }
    defer {
      if let reason { GEOSFree_r(context, reason) }
      if let location { GEOSGeom_destroy_r(context, location) }
    }
    guard !isValid else { return nil }
    var (x, y) = (0.0, 0.0)
    let isPlaced =
      location.map { GEOSGeomGetX_r(context, $0, &x) == 1 && GEOSGeomGetY_r(context, $0, &y) == 1 } ?? false
    return ShapeFault(
      reason: reason.map { String(cString: $0) } ?? "not valid", x: isPlaced ? x : nil, y: isPlaced ? y : nil)
  }
}
