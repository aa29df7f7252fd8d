import COvertileGEOS
import MapMath
import OvertileVectorTile

/// Whether polygons of tiles are valid: the judgment of GEOS, not of the code that cut them.
///
/// One per worker: a context of GEOS is used by one thread at a time.
final class PolygonValidity {
  private let context: OpaquePointer

  /// Makes a context.
  ///
  /// - Throws: `InspectionError` if GEOS has no memory for one.
  init() throws {
    guard let context = GEOS_init_r() else { throw InspectionError("GEOS has no memory") }
    self.context = context
  }

  deinit { GEOS_finish_r(context) }

  /// Whether the polygons of a geometry, together, are valid.
  func isValid(_ geometry: TileGeometry) -> Bool {
    let parts = geometry.polygonParts
    var polygons = parts.compactMap { polygon(geometry, $0) }
    guard polygons.count == parts.count, let shape = joined(&polygons) else {
      for polygon in polygons { GEOSGeom_destroy_r(context, polygon) }
      return false
    }
    defer { GEOSGeom_destroy_r(context, shape) }
    return GEOSisValid_r(context, shape) == 1
  }

  /// One polygon as it is, several as a collection that owns them.
  private func joined(_ polygons: inout [OpaquePointer]) -> OpaquePointer? {
    if polygons.count == 1 { return polygons[0] }
    var members = polygons.map(Optional.init)
    return GEOSGeom_createCollection_r(
      context, Int32(GEOS_MULTIPOLYGON.rawValue), &members, UInt32(truncatingIfNeeded: members.count))
  }

  /// A polygon of some rings, first its exterior; nil if GEOS takes one of them for none.
  private func polygon(_ geometry: TileGeometry, _ parts: Range<Int>) -> OpaquePointer? {
    var rings = parts.compactMap { ring(geometry, geometry.positions(ofPart: $0)) }.map(Optional.init)
    guard rings.count == parts.count, let exterior = rings.first else {
      for ring in rings { GEOSGeom_destroy_r(context, ring) }
      return nil
    }
    var holes = Array(rings.dropFirst())
    rings.removeAll()
    return GEOSGeom_createPolygon_r(context, exterior, &holes, UInt32(truncatingIfNeeded: holes.count))
  }

  private func ring(_ geometry: TileGeometry, _ positions: Range<Int>) -> OpaquePointer? {
    var numbers: [Double] = []
    numbers.reserveCapacity(2 * positions.count + 2)
    for index in [positions, positions.prefix(1)].joined() {
      numbers.append(Double(geometry.x[index]))
      numbers.append(Double(geometry.y[index]))
    }
    let count = UInt32(truncatingIfNeeded: numbers.count / 2)
    guard let sequence = GEOSCoordSeq_copyFromBuffer_r(context, numbers, count, 0, 0) else { return nil }
    // The ring owns the sequence, also if it cannot be made.
    return GEOSGeom_createLinearRing_r(context, sequence)
  }
}
