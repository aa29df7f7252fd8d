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
}

extension GeometryEngine {
  /// A valid shape that covers the same area as the geometry.
  ///
  /// A polygon that GEOSisValid_r does not find valid becomes the area that an odd number of its rings is around, whatever
  /// their order: GEOSMakeValidWithParams_r makes an area of each ring (by the linework method, which alone would lose
  /// holes that share an edge with their shell), and GEOSSymDifferencePrec_r joins them. All is on whole grid units.
  /// Polygons that overlap are united. Parts of lower dimension are dropped and counted. Lines: repeated positions
  /// are removed, lines without length are dropped and counted. Points: unchanged.
  ///
  /// - Throws: `ShapeError` with code `collapsed` if nothing is left, `tooComplex` if it is beyond the budget,
  ///   `operationFailed` if GEOS cannot repair it.
  package func makeValid(_ geometry: WorldGeometry, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    try repair(examine(geometry, within: budget), within: budget)
  }

  /// Whether GEOS finds polygons valid; it is not called if the quick exact test can tell.
  func isValid(_ polygons: WorldGeometry) throws -> Bool {
    switch polygons.simplicity() {
    case .simple: true
    case .tangled: false
    case .unknown: try isValidForGEOS(polygons)
    }
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
        continue
      }
      var areas: [WorldGeometry] = []
      for ring in part.ringEnds.indices {
        let area = try area(ofRing: ring, of: part)
        areas.append(area.geometry)
        others += area.others
      }
      result.append(polygonsOf: try symmetricDifference(of: areas))
    }
    return (try united(result), others)
  }

  /// The area of a ring, and the number of its parts that have none.
  private func area(ofRing ring: Int, of polygon: WorldGeometry) throws -> (geometry: WorldGeometry, others: Int) {
    var single = WorldGeometry(kind: .polygons)
    single.x = Array(polygon.x[polygon.positions(ofRing: ring)])
    single.y = Array(polygon.y[polygon.positions(ofRing: ring)])
    single.endRing()
    single.endPolygon()
    if try isValid(single) { return (single, 0) }
    let source = try self.polygon(of: single, 0)
    let valid = try make("GEOSMakeValidWithParams_r", isBounded: true) {
      GEOSMakeValidWithParams_r($0, source.pointer, self.repairRules)
    }
    // Collapsed parts are read here only to be counted: reducing the precision requires one dimension.
    let areas = try polygons(of: valid.pointer)
    return (try onWholeCoordinates(areas.geometry), areas.others)
  }

  /// The area that an odd number of areas covers, on whole coordinates; pairs are joined, then pairs of the results.
  private func symmetricDifference(of areas: [WorldGeometry]) throws -> WorldGeometry {
    var areas = areas
    while areas.count > 1 {
      areas = try stride(from: 0, to: areas.count, by: 2).map { index in
        guard index + 1 < areas.count else { return areas[index] }
        let one = try handle(of: areas[index])
        let other = try handle(of: areas[index + 1])
        let difference = try make("GEOSSymDifferencePrec_r", isBounded: true) {
          GEOSSymDifferencePrec_r($0, one.pointer, other.pointer, 1)
        }
        return try polygons(of: difference.pointer).geometry
      }
    }
    return areas.first ?? WorldGeometry(kind: .polygons)
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
