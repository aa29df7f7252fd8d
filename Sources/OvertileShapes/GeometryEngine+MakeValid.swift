import COvertileGEOS
import MapMath

/// A valid shape, and the changes that made it so.
package struct ValidShape: Sendable, Equatable {
  /// The shape: exteriors have a positive shoelace sum in grid units (x east, y south), holes a negative one; rings are
  /// closed, no two successive positions are equal.
  package var geometry: WorldGeometry
  /// Whether anything but the winding of rings and repeated positions has changed.
  package var isRepaired: Bool
  /// The number of parts left out because they have no extent of their dimension: rings without area, lines without
  /// length.
  package var droppedParts: Int
  /// Whether positions equal to the one before them were left out.
  package var hadRepeatedPositions = false
  /// Whether a ring was against RFC 7946's right-hand rule: an exterior that runs clockwise, or a hole that does not.
  package var hadOtherWinding = false
}

extension GeometryEngine {
  /// A valid shape that covers the same area as the geometry.
  ///
  /// Polygons: GEOSisValid_r; if that returns no, GEOSMakeValidWithParams_r with the structure method (overlapping
  /// parts are joined, holes are taken out of their exterior, holes outside it become polygons, self-crossing rings
  /// fall apart), then GEOSGeom_setPrecision_r to whole grid units, in canonical order. Parts of lower dimension are
  /// dropped and counted. If so many segments lie close to each other that GEOS would need long, an `Overlay` finds the
  /// same result. Lines: repeated positions are removed, lines without length are dropped and counted. Points:
  /// unchanged.
  ///
  /// - Throws: `ShapeError` with code `collapsed` if nothing is left, `tooComplex` if it is beyond the budget,
  ///   `operationFailed` if GEOS cannot repair it.
  package func makeValid(_ geometry: WorldGeometry, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    try repair(examine(geometry, within: budget), within: budget)
  }

  /// Whether GEOS finds polygons valid; it is not called if a quicker exact test can tell.
  func isValid(_ polygons: WorldGeometry) throws -> Bool {
    if polygons.isStrictlySimple() { return true }
    if polygons.isDear, let united = Overlay(polygons).united(), united == polygons.canonical() { return true }
    return try isValidForGEOS(polygons)
  }

  /// Whether GEOS finds polygons valid.
  func isValidForGEOS(_ polygons: WorldGeometry) throws -> Bool {
    let handle = try handle(of: polygons)
    return try ask("GEOSisValid_r") { GEOSisValid_r($0, handle.pointer) }
  }

  /// The number of polygons from which those that need no repair are left alone, and the others repaired in groups.
  private static let manyPolygons = 16

  /// Valid polygons on whole coordinates, in canonical order, and the number of parts that had no area.
  func repaired(_ polygons: WorldGeometry) throws -> (geometry: WorldGeometry, others: Int) {
    guard polygons.polygonEnds.count >= Self.manyPolygons else { return try repairedTogether(polygons) }
    var contacts = PolygonContacts(polygons)
    guard let groups = contacts.groups(), groups.count > 1 else { return try repairedTogether(polygons) }
    var result = WorldGeometry(kind: .polygons)
    var others = 0
    for group in groups {
      let part = polygons.polygons(group.polygons)
      if group.isSound {
        result.append(polygonsOf: part)
      } else {
        let repaired = try repairedTogether(part)
        result.append(polygonsOf: repaired.geometry)
        others += repaired.others
      }
    }
    // Groups are separate before rounding; if rounding brings them together, they are repaired as one.
    return try isValid(result) ? (result.canonical(), others) : repairedTogether(polygons)
  }

  /// The same in one call, without groups.
  func repairedTogether(_ polygons: WorldGeometry) throws -> (geometry: WorldGeometry, others: Int) {
    if polygons.isDearToUnite, let overlaid = Overlay(polygons).result() { return (overlaid, 0) }
    return try repairedByGEOS(polygons)
  }

  /// The same by GEOS.
  func repairedByGEOS(_ polygons: WorldGeometry) throws -> (geometry: WorldGeometry, others: Int) {
    // The union over the polygons of a collection is its expensive part, even if there is only one.
    let source = try polygons.polygonEnds.count == 1 ? polygon(of: polygons, 0) : handle(of: polygons)
    let valid = try make("GEOSMakeValidWithParams_r") {
      GEOSMakeValidWithParams_r($0, source.pointer, self.repairRules)
    }
    // Collapsed parts are read here only to be counted: reducing the precision requires one dimension.
    let (areas, others) = try self.polygons(of: valid.pointer)
    return (try onWholeCoordinates(areas), others)
  }

  /// Valid polygons moved to whole coordinates so that they stay valid, in canonical order.
  func onWholeCoordinates(_ polygons: WorldGeometry) throws -> WorldGeometry {
    if polygons.isEmpty { return polygons }
    let source = try handle(of: polygons.scattered())
    let reduced = try make("GEOSGeom_setPrecision_r") { GEOSGeom_setPrecision_r($0, source.pointer, 1, 0) }
    return try self.polygons(of: reduced.pointer).geometry.canonical()
  }
}

extension WorldGeometry {
  /// The same polygons in another order, which follows no line on the map.
  ///
  /// GEOS puts its input into a tree without balancing: the time for polygons in a row grows with the square of their
  /// number. The result does not depend on their order.
  fileprivate func scattered() -> WorldGeometry {
    guard polygonEnds.count > 2 else { return self }
    let bits = UInt64.bitWidth - (polygonEnds.count - 1).leadingZeroBitCount
    return polygons(
      (0..<UInt64(1) << UInt64(bits)).compactMap { number in
        let index = Int(number.bitReversed >> UInt64(UInt64.bitWidth - bits))
        return index < polygonEnds.count ? index : nil
      })
  }
}

extension UInt64 {
  /// This number with its bits in reverse order.
  fileprivate var bitReversed: UInt64 {
    var (value, result) = (self, UInt64(0))
    for _ in 0..<UInt64.bitWidth {
      result = result << 1 | value & 1
      value >>= 1
    }
    return result
  }
}
