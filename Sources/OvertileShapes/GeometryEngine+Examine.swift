import COvertileGEOS
import MapMath

/// A shape that has been looked at: what there is to repair in it, before anything is.
package struct ExaminedShape: Sendable {
  /// The shape without repeated positions, wound, without parts that have no extent.
  let cleaned: CleanedGeometry
  /// Whether the polygons, so far, are valid.
  package let isValid: Bool
  /// What the polygons cover, where finding that out was part of the look at them.
  var united: WorldGeometry?
  /// The crossings of segments, where they have been counted.
  var crossings: Int?

  /// Whether anything but the winding of rings and repeated positions changes.
  package var needsRepair: Bool { !isValid || cleaned.dropped > 0 }
}

extension GeometryEngine {
  /// Looks at a shape. O(n log n) and the pairs of segments whose rectangles meet, which a budget bounds.
  ///
  /// - Throws: `ShapeError` with code `collapsed` when no ring has an area and no line a length, `tooComplex` when the
  ///   segments lie too close to look at them all.
  package func examine(
    _ geometry: WorldGeometry, within budget: ShapeBudget = .unlimited
  ) throws -> ExaminedShape {
    if geometry.kind == .points {
      return ExaminedShape(cleaned: CleanedGeometry(geometry: geometry), isValid: true)
    }
    let cleaned = geometry.withoutRepeatedPositions()
    guard !cleaned.geometry.isEmpty else {
      let lost = geometry.kind == .lines ? "no line has a length" : "no ring has an area"
      throw ShapeError(code: .collapsed, operation: "make valid", message: lost)
    }
    guard geometry.kind == .polygons, !cleaned.geometry.isStrictlySimple() else {
      return ExaminedShape(cleaned: cleaned, isValid: true)
    }
    return try examine(cleaned, within: budget)
  }

  /// The valid shape of one that has been looked at.
  ///
  /// - Throws: `ShapeError` with code `tooComplex` when the repair is beyond a budget, `collapsed` when nothing is left,
  ///   `operationFailed` when GEOS cannot repair it.
  package func repair(_ shape: ExaminedShape, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    let cleaned = shape.cleaned
    var valid = ValidShape(
      geometry: cleaned.geometry, isRepaired: shape.needsRepair, droppedParts: cleaned.dropped,
      hadRepeatedPositions: cleaned.hadRepeats, hadOtherWinding: cleaned.hadOtherWinding)
    guard !shape.isValid else { return valid }
    try checkRepair(of: shape, within: budget)
    let (repaired, others) = try shape.united.map { ($0, 0) } ?? repaired(cleaned.geometry)
    guard !repaired.isEmpty else {
      throw ShapeError(code: .collapsed, operation: "make valid", message: "no ring has an area")
    }
    valid.geometry = repaired
    valid.droppedParts += others
    return valid
  }

  /// Checks that the repair of a shape is within a budget.
  ///
  /// - Throws: `ShapeError` with code `tooComplex`.
  package func checkRepair(of shape: ExaminedShape, within budget: ShapeBudget) throws {
    guard !shape.isValid, budget != .unlimited else { return }
    let polygons = shape.cleaned.geometry
    guard polygons.x.count <= budget.vertices else {
      throw ShapeError.tooComplex("\(polygons.x.count) vertices; \(budget.vertices) are repaired (maxVertices)")
    }
    if shape.united != nil { return }
    let limits = SegmentSurvey.Limits(closePairs: budget.closePairs, crossings: budget.crossings)
    let crossings = shape.crossings ?? SegmentSurvey(polygons, limits: limits).crossings
    guard crossings <= budget.crossings else {
      throw ShapeError.tooComplex("more than \(budget.crossings) crossings, the most that are repaired (maxCrossings)")
    }
  }

  /// Looks at polygons that touch; GEOS is not asked where an exact test can tell, and not where that would take too long.
  private func examine(_ cleaned: CleanedGeometry, within budget: ShapeBudget) throws -> ExaminedShape {
    var cleaned = cleaned
    // Equal polygons overlap: they are not valid, and the first covers what all cover.
    let different = cleaned.geometry.withoutEqualPolygons()
    if let different { cleaned.geometry = different }
    let polygons = cleaned.geometry
    let hasEqual = different != nil
    guard polygons.isDear else {
      let survey = SegmentSurvey(polygons, limits: .init(closePairs: budget.closePairs))
      guard !survey.isCut else { throw ShapeError.tooClose(budget) }
      return ExaminedShape(cleaned: cleaned, isValid: try !hasEqual && isValidForGEOS(polygons))
    }
    let overlay = Overlay(polygons)
    if let united = overlay.united() {
      return ExaminedShape(
        cleaned: cleaned, isValid: !hasEqual && united == polygons.canonical(), united: united)
    }
    guard let survey = overlay.crossings(within: budget) else { throw ShapeError.tooClose(budget) }
    let isValid = try !hasEqual && !survey.crossesAmid && (overlay.isValid(touchingAt: survey) ?? hasNoFault(polygons))
    return ExaminedShape(cleaned: cleaned, isValid: isValid, crossings: survey.crossings)
  }

  /// Whether GEOS finds polygons valid, which is asked about a few rings first.
  private func hasNoFault(_ polygons: WorldGeometry) throws -> Bool {
    try polygons.suspiciousParts().allSatisfy(isValidForGEOS) && isValidForGEOS(polygons)
  }
}

extension ShapeError {
  /// What has too much of something to be made valid.
  fileprivate static func tooComplex(_ what: String) -> ShapeError {
    ShapeError(code: .tooComplex, operation: "make valid", message: "it has \(what)")
  }

  /// What has segments that would have to be held against too many others.
  fileprivate static func tooClose(_ budget: ShapeBudget) -> ShapeError {
    tooComplex(
      "segments so close to each other that more than \(budget.closePairs) pairs must be looked at (maxCrossings)")
  }
}
