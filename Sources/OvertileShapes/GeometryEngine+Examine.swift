import COvertileGEOS
import MapMath

/// An examined shape: the need for repair, before anything is repaired.
package struct ExaminedShape: Sendable {
  /// The shape without repeated positions, wound, without parts that have no extent.
  let cleaned: CleanedGeometry
  /// Whether the shape is valid.
  package let isValid: Bool
  /// The crossings of segments, if they have been counted.
  var crossings = 0

  /// The shape without repeated positions, wound: exteriors have a positive shoelace sum in grid units (x east, y south),
  /// holes a negative one; rings are closed.
  package var shape: WorldGeometry { cleaned.geometry }

  /// Whether positions equal to the one before them were left out.
  package var hadRepeatedPositions: Bool { cleaned.hadRepeats }

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
      throw ShapeError(code: .collapsed, message: lost)
    }
    let isPlainlyValid = kind == .lines ? true : cleaned.geometry.isPlainlyValid
    if isPlainlyValid == true { return ExaminedShape(cleaned: cleaned, isValid: true) }
    let limit = budget.closePairs(positions: cleaned.geometry.x.count)
    let pairs = cleaned.geometry.segmentPairs(mostClose: limit)
    guard pairs.close <= limit else {
      throw ShapeError(
        code: .tooComplex,
        message:
          "the shape's segments are so close together that more than \(limit) pairs would have to be checked (maxCrossings)"
      )
    }
    let isValid = try isPlainlyValid == nil && bounded { try isValidForGEOS(cleaned.geometry) }
    return ExaminedShape(cleaned: cleaned, isValid: isValid, crossings: pairs.crossing)
  }

  /// The valid polygons of an examined shape that is not valid, which cover the same area, wound likewise; no two successive
  /// positions are equal.
  ///
  /// A polygon that GEOSisValid_r does not find valid becomes the area that an odd number of its rings is around, whatever
  /// their order: its rings are divided where they meet (GEOSUnaryUnionPrec_r moves crossings to whole grid units),
  /// GEOSPolygonize_r makes the faces between them. (Of GEOSMakeValidWithParams_r the linework method loses holes that share
  /// an edge with their shell and needs a hundred times as long, and the structure method trusts the order of rings.)
  /// Polygons that overlap are united. Parts of lower dimension are dropped and counted.
  ///
  /// - Throws: `ShapeError` with code `tooComplex` if the repair is beyond a budget, `collapsed` if nothing is left,
  ///   `operationFailed` if GEOS cannot repair it.
  package func repair(_ shape: ExaminedShape, within budget: ShapeBudget = .unlimited) throws -> WorldGeometry {
    try checkRepair(of: shape, within: budget)
    let repaired = try bounded { try self.repaired(shape.cleaned.geometry) }
    guard !repaired.isEmpty else {
      throw ShapeError(
        code: .collapsed, message: "the shape's rings cancel each other out or are smaller than the 9 mm grid")
    }
    return repaired
  }

  /// Checks that the repair of a shape is within a budget.
  ///
  /// - Throws: `ShapeError` with code `tooComplex`.
  package func checkRepair(of shape: ExaminedShape, within budget: ShapeBudget) throws {
    guard !shape.isValid else { return }
    let count = shape.cleaned.geometry.x.count
    guard count <= budget.vertices else {
      throw ShapeError(
        code: .tooComplex,
        message:
          "the shape has \(count) vertices, but only shapes with up to \(budget.vertices) are repaired (maxVertices)")
    }
    guard shape.crossings <= budget.crossings else {
      throw ShapeError(
        code: .tooComplex,
        message: "the shape has more than \(budget.crossings) crossings, so it is not repaired (maxCrossings)")
    }
  }
}
