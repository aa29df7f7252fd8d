import COvertileGEOS
import MapMath

/// An examined shape: the need for repair, before anything is repaired.
package struct ExaminedShape: Sendable {
  /// The shape without repeated positions, wound, without parts that have no extent.
  let cleaned: CleanedGeometry
  /// Whether the polygons, so far, are valid.
  package let isValid: Bool
  /// The area that the polygons cover, if the examination found it.
  var united: WorldGeometry?
  /// The crossings of segments, if they have been counted.
  var crossings: Int?

  /// Whether anything but the winding of rings and repeated positions changes.
  package var needsRepair: Bool { !isValid || cleaned.dropped > 0 }
}

extension GeometryEngine {
  /// Examines a shape. O(n log n) and the pairs of segments whose rectangles meet, which a budget bounds.
  ///
  /// - Throws: `ShapeError` with code `collapsed` if no ring has an area and no line a length, `tooComplex` if the
  ///   segments lie too close to examine them all.
  package func examine(
    _ geometry: consuming WorldGeometry, within budget: ShapeBudget = .unlimited
  ) throws -> ExaminedShape {
    let kind = geometry.kind
    if kind == .points { return ExaminedShape(cleaned: CleanedGeometry(geometry: geometry), isValid: true) }
    let cleaned = geometry.withoutRepeatedPositions()
    guard !cleaned.geometry.isEmpty else {
      let lost = kind == .lines ? "no line has a length" : "no ring has an area"
      throw ShapeError(code: .collapsed, operation: "make valid", message: lost)
    }
    guard kind == .polygons, !cleaned.geometry.isStrictlySimple() else {
      return ExaminedShape(cleaned: cleaned, isValid: true)
    }
    return try examine(cleaned, within: budget)
  }

  /// The valid shape of an examined one.
  ///
  /// - Throws: `ShapeError` with code `tooComplex` if the repair is beyond a budget, `collapsed` if nothing is left,
  ///   `operationFailed` if GEOS cannot repair it.
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

  /// Examines polygons that touch; GEOS is not called if an exact test can tell, or if it would take too long.
  private func examine(_ cleaned: CleanedGeometry, within budget: ShapeBudget) throws -> ExaminedShape {
    var cleaned = cleaned
    // Equal polygons overlap: they are not valid, and the first covers the same area as all.
    let different = cleaned.geometry.withoutEqualPolygons()
    if let different { cleaned.geometry = different }
    let polygons = cleaned.geometry
    let hasEqual = different != nil
    guard polygons.isDear else {
      let isWithin =
        SegmentSurvey.cannotPass(closePairs: budget.closePairs, polygons)
        || !SegmentSurvey(polygons, limits: .init(closePairs: budget.closePairs)).isCut
      guard isWithin else { throw ShapeError.tooClose(budget) }
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

  /// Whether GEOS finds polygons valid; it tests a few rings first.
  private func hasNoFault(_ polygons: WorldGeometry) throws -> Bool {
    try polygons.suspiciousParts().allSatisfy(isValidForGEOS) && isValidForGEOS(polygons)
  }
}

extension ShapeError {
  /// The error of a shape with too many of something to be made valid.
  fileprivate static func tooComplex(_ what: String) -> ShapeError {
    ShapeError(code: .tooComplex, operation: "make valid", message: "it has \(what)")
  }

  /// The error of a shape whose segments would have to be compared with too many others.
  fileprivate static func tooClose(_ budget: ShapeBudget) -> ShapeError {
    tooComplex(
      "segments so close to each other that more than \(budget.closePairs) pairs must be looked at (maxCrossings)")
  }
}
