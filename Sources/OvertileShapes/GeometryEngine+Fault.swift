import COvertileGEOS
import MapMath

/// The reason that a geometry is not valid in GEOS's words, such as "Self-intersection", and the position in the geometry's
/// own units; nil if GEOS names none.
package typealias ShapeFault = (reason: String, position: (x: Double, y: Double)?)

extension GeometryEngine {
  /// The fault of lines or polygons by the rules of simple features, or nil if they are valid.
  ///
  /// The units may be any, degrees too. Nothing is made valid first; rings must be closed. Of a polygon of many rings the
  /// first are judged before all, as a fault of some is a fault of the polygon: GEOS compares the sides of rings in each
  /// other.
  ///
  /// - Throws: `ShapeError` if GEOS does not accept the geometry, or with code `tooComplex`.
  package func fault(of geometry: WorldGeometry) throws -> ShapeFault? {
    if geometry.kind == .points || geometry.isEmpty { return nil }
    if geometry.polygonEnds.count == 1, geometry.ringEnds.count > 2 * Self.firstRings {
      var first = WorldGeometry(kind: .polygons)
      first.append(0..<geometry.ringEnds[Self.firstRings - 1], of: geometry)
      first.ringEnds = Array(geometry.ringEnds[..<Self.firstRings])
      first.endPolygon()
      if let fault = try faultForGEOS(first) { return fault }
    }
    return try faultForGEOS(geometry)
  }

  private static let firstRings = 100

  private func faultForGEOS(_ geometry: WorldGeometry) throws -> ShapeFault? {
    let handle = try handle(of: geometry)
    var reason: UnsafeMutablePointer<CChar>?
    var location: OpaquePointer?
    let isValid = try bounded {
      try ask("GEOSisValidDetail_r") { GEOSisValidDetail_r($0, handle.pointer, 0, &reason, &location) }
    }
    defer {
      if let reason { GEOSFree_r(context, reason) }
      if let location { GEOSGeom_destroy_r(context, location) }
    }
    guard !isValid else { return nil }
    return (reason.map { String(cString: $0) } ?? "not valid", location.flatMap { try? coordinate(of: $0) })
  }
}
