import CGEOS
import MapMath

/// A shape that has been looked at: what there is to mend in it, before anything is.
public struct ExaminedShape: Sendable {
  /// The shape without repeated positions, wound, without parts that have no extent.
  let cleaned: CleanedGeometry
  /// Whether the polygons, so far, are valid.
  public let isValid: Bool

  /// Whether anything but the winding of rings and repeated positions changes.
  public var needsRepair: Bool { !isValid || cleaned.dropped > 0 }
}

extension GeometryEngine {
  /// Looks at a shape. O(n log n) and the pairs of segments whose rectangles meet, which a budget bounds.
  ///
  /// - Throws: `ShapeError` with code `collapsed` when no ring has an area and no line a length, `tooComplex` when the
  ///   segments lie too close to look at them all.
  public func examine(
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
    guard geometry.kind == .polygons else { return ExaminedShape(cleaned: cleaned, isValid: true) }
    return ExaminedShape(cleaned: cleaned, isValid: try isValid(cleaned.geometry, within: budget))
  }

  /// The valid shape of one that has been looked at.
  ///
  /// - Throws: `ShapeError` with code `tooComplex` when the repair is beyond a budget, `collapsed` when nothing is left,
  ///   `operationFailed` when GEOS cannot repair it.
  public func mend(_ shape: ExaminedShape, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    let cleaned = shape.cleaned
    var valid = ValidShape(
      geometry: cleaned.geometry, isRepaired: shape.needsRepair, droppedParts: cleaned.dropped,
      hadRepeatedPositions: cleaned.hadRepeats, hadOtherWinding: cleaned.hadOtherWinding)
    guard !shape.isValid else { return valid }
    try checkRepair(of: shape, within: budget)
    let (repaired, others) = try repaired(cleaned.geometry)
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
  public func checkRepair(of shape: ExaminedShape, within budget: ShapeBudget) throws {
    guard !shape.isValid, budget != .unlimited else { return }
    let polygons = shape.cleaned.geometry
    guard polygons.x.count <= budget.vertices else {
      throw ShapeError.tooComplex("\(polygons.x.count) vertices; \(budget.vertices) are repaired (maxVertices)")
    }
    let survey = SegmentSurvey(polygons, limits: .init(closePairs: budget.closePairs, crossings: budget.crossings))
    guard survey.crossings <= budget.crossings else {
      throw ShapeError.tooComplex("more than \(budget.crossings) crossings, the most that are repaired (maxCrossings)")
    }
  }

  /// Whether polygons are valid; GEOS is not asked where an exact test can tell, and not where that would take too long.
  private func isValid(_ polygons: WorldGeometry, within budget: ShapeBudget) throws -> Bool {
    if polygons.isStrictlySimple() { return true }
    let survey = SegmentSurvey(polygons, limits: .init(closePairs: budget.closePairs))
    guard !survey.isCut else {
      throw ShapeError.tooComplex(
        "segments so close to each other that more than \(budget.closePairs) pairs must be looked at (maxCrossings)")
    }
    return try isValidForGEOS(polygons)
  }
}

extension ShapeError {
  /// What has too much of something to be made valid.
  fileprivate static func tooComplex(_ what: String) -> ShapeError {
    ShapeError(code: .tooComplex, operation: "make valid", message: "it has \(what)")
  }
}
