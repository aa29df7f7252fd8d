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
  /// Of a polygon that GEOSisValid_r does not find valid, GEOSMakeValidWithParams_r makes the area that an odd number of
  /// its rings is around, whatever their order (the linework method); then GEOSGeom_setPrecision_r moves it to whole grid
  /// units. Polygons that overlap are united. Parts of lower dimension are dropped and counted. Lines: repeated positions
  /// are removed, lines without length are dropped and counted. Points: unchanged.
  ///
  /// - Throws: `ShapeError` with code `collapsed` if nothing is left, `tooComplex` if it is beyond the budget,
  ///   `operationFailed` if GEOS cannot repair it.
  package func makeValid(_ geometry: WorldGeometry, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    try repair(examine(geometry, within: budget), within: budget)
  }

  /// Whether GEOS finds polygons valid; it is not called if the quick exact test can tell.
  func isValid(_ polygons: WorldGeometry) throws -> Bool {
    try polygons.isStrictlySimple() || isValidForGEOS(polygons)
  }

  /// Whether GEOS finds polygons valid.
  func isValidForGEOS(_ polygons: WorldGeometry) throws -> Bool {
    let handle = try handle(of: polygons)
    return try ask("GEOSisValid_r") { GEOSisValid_r($0, handle.pointer) }
  }

  /// Valid polygons on whole coordinates, in canonical order, and the number of parts that had no area.
  func repaired(_ polygons: WorldGeometry) throws -> (geometry: WorldGeometry, others: Int) {
    var result = WorldGeometry(kind: .polygons)
    var others = 0
    for polygon in polygons.polygonEnds.indices {
      let part = polygons.polygons([polygon])
      if try isValid(part) {
        result.append(polygonsOf: part)
      } else {
        let source = try self.polygon(of: part, 0)
        let valid = try make("GEOSMakeValidWithParams_r", isBounded: true) {
          GEOSMakeValidWithParams_r($0, source.pointer, self.repairRules)
        }
        // Collapsed parts are read here only to be counted: reducing the precision requires one dimension.
        let areas = try self.polygons(of: valid.pointer)
        result.append(polygonsOf: try onWholeCoordinates(areas.geometry))
        others += areas.others
      }
    }
    return (try united(result), others)
  }

  /// Polygons, each of which is valid, as they are if they do not overlap, otherwise united; in canonical order.
  func united(_ polygons: WorldGeometry) throws -> WorldGeometry {
    try polygons.polygonEnds.count < 2 || isValid(polygons) ? polygons.canonical() : union(of: [polygons])
  }

  /// Valid polygons moved to whole coordinates so that they stay valid, in canonical order.
  func onWholeCoordinates(_ polygons: WorldGeometry) throws -> WorldGeometry {
    if polygons.isEmpty { return polygons }
    let source = try handle(of: polygons)
    let reduced = try make("GEOSGeom_setPrecision_r") { GEOSGeom_setPrecision_r($0, source.pointer, 1, 0) }
    return try self.polygons(of: reduced.pointer).geometry.canonical()
  }
}
