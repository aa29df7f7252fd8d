import COvertileGEOS
import MapMath

/// Geometries into GEOS and back.
extension GeometryEngine {
  /// The GEOS multi geometry of lines or polygons; coordinates are copied.
  func handle(of geometry: WorldGeometry) throws -> GeometryHandle {
    let areLines = geometry.kind == .lines
    let type = areLines ? GEOS_MULTILINESTRING : GEOS_MULTIPOLYGON
    var members = try released(areLines ? geometry.ringEnds.indices : geometry.polygonEnds.indices) { index in
      guard areLines else { return try polygon(of: geometry, index) }
      let sequence = try sequence(of: geometry, geometry.positions(ofRing: index))
      return try make("GEOSGeom_createLineString_r") { GEOSGeom_createLineString_r($0, sequence) }
    }
    return try make("GEOSGeom_createCollection_r") {
      GEOSGeom_createCollection_r($0, Int32(type.rawValue), &members, UInt32(members.count))
    }
  }

  /// The GEOS geometry of one polygon of a geometry.
  func polygon(of geometry: WorldGeometry, _ index: Int) throws -> GeometryHandle {
    let pointers = try released(geometry.rings(ofPolygon: index)) { ring in
      let sequence = try sequence(of: geometry, geometry.positions(ofRing: ring))
      return try make("GEOSGeom_createLinearRing_r") { GEOSGeom_createLinearRing_r($0, sequence) }
    }
    guard let shell = pointers.first else {
      return try make("GEOSGeom_createEmptyPolygon_r") { GEOSGeom_createEmptyPolygon_r($0) }
    }
    var holes = Array(pointers.dropFirst())
    return try make("GEOSGeom_createPolygon_r") {
      GEOSGeom_createPolygon_r($0, shell, &holes, UInt32(holes.count))
    }
  }

  /// The polygons of a GEOS geometry and of the collections in it; parts of lower dimension are left out.
  func polygons(of geometry: OpaquePointer) throws -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    try visitParts(of: geometry) { part, type in
      guard type == Int32(GEOS_POLYGON.rawValue) else { return }
      guard let shell = GEOSGetExteriorRing_r(context, part) else { throw failure("GEOSGetExteriorRing_r") }
      try read(shell, into: &result)
      for hole in 0..<max(GEOSGetNumInteriorRings_r(context, part), 0) {
        guard let ring = GEOSGetInteriorRingN_r(context, part, hole) else { throw failure("GEOSGetInteriorRingN_r") }
        try read(ring, into: &result)
      }
      result.endPolygon()
    }
    return result
  }

  /// The lines of a GEOS geometry and of the collections in it; parts of other dimensions are left out.
  func lines(of geometry: OpaquePointer) throws -> WorldGeometry {
    var result = WorldGeometry(kind: .lines)
    try visitParts(of: geometry) { part, type in
      guard type == Int32(GEOS_LINESTRING.rawValue) || type == Int32(GEOS_LINEARRING.rawValue) else { return }
      try read(part, into: &result)
    }
    return result
  }

  /// Geometries for a geometry that then owns them; those made before an error are destroyed.
  private func released(
    _ indices: Range<Int>, _ member: (Int) throws -> GeometryHandle
  ) throws -> [OpaquePointer?] {
    var members: [OpaquePointer?] = []
    members.reserveCapacity(indices.count)
    do {
      for index in indices { members.append(try member(index).release()) }
    } catch {
      for pointer in members { GEOSGeom_destroy_r(context, pointer) }
      throw error
    }
    return members
  }

  /// A coordinate sequence, which the geometry made from it owns.
  private func sequence(of geometry: WorldGeometry, _ range: Range<Int>) throws -> OpaquePointer {
    let sequence = geometry.withColumns { x, y in
      GEOSCoordSeq_copyFromArrays_r(
        context, UnsafeBufferPointer(rebasing: x[range]).baseAddress,
        UnsafeBufferPointer(rebasing: y[range]).baseAddress, nil, nil, UInt32(range.count))
    }
    guard let sequence else { throw failure("GEOSCoordSeq_copyFromArrays_r") }
    return sequence
  }

  private func visitParts(of geometry: OpaquePointer, _ body: (OpaquePointer, Int32) throws -> Void) throws {
    if try ask("GEOSisEmpty_r", { GEOSisEmpty_r($0, geometry) }) { return }
    let type = GEOSGeomTypeId_r(context, geometry)
    guard type >= Int32(GEOS_MULTIPOINT.rawValue) else { return try body(geometry, type) }
    for index in 0..<max(GEOSGetNumGeometries_r(context, geometry), 0) {
      guard let part = GEOSGetGeometryN_r(context, geometry, index) else { throw failure("GEOSGetGeometryN_r") }
      try visitParts(of: part, body)
    }
  }

  private func read(_ line: OpaquePointer, into result: inout WorldGeometry) throws {
    var size: UInt32 = 0
    guard let sequence = GEOSGeom_getCoordSeq_r(context, line), GEOSCoordSeq_getSize_r(context, sequence, &size) == 1
    else { throw failure("GEOSGeom_getCoordSeq_r") }
    let start = result.x.count
    result.x.append(contentsOf: repeatElement(0, count: Int(size)))
    result.y.append(contentsOf: repeatElement(0, count: Int(size)))
    let copied = result.x.withUnsafeMutableBufferPointer { x in
      result.y.withUnsafeMutableBufferPointer { y in
        GEOSCoordSeq_copyToArrays_r(
          context, sequence, UnsafeMutableBufferPointer(rebasing: x[start...]).baseAddress,
          UnsafeMutableBufferPointer(rebasing: y[start...]).baseAddress, nil, nil)
      }
    }
    guard copied == 1 else { throw failure("GEOSCoordSeq_copyToArrays_r") }
    result.endRing()
  }
}
