import COvertilePROJ

/// The conversion from one coordinate reference system to longitude and latitude on WGS84, longitude first.
///
/// One operation serves all positions of a source: the first in PROJ's ranking, for the source's area of use, that works
/// with the grids installed. PROJ itself would choose again for every point; one choice is known, and can be rejected,
/// before any data is read, is reproduced by one pipeline string, and cannot tear a line where two operations meet.
///
/// A plain value: workers are made from the recorded pipeline and share nothing.
package struct Reprojector: Sendable {
  /// The system of the source.
  package let source: CoordinateReferenceSystem
  /// The chosen operation.
  package let operation: OperationDescription

  /// Chooses the operation. Takes a few milliseconds, and none from `CoordinateReferenceSystem.wgs84`.
  ///
  /// - Parameter accuracyLimitMeters: the largest acceptable stated accuracy in meters; nil accepts any, even an unknown one.
  /// - Throws: `noOperation`, `accuracyTooLow` with the missing grids named, `databaseMissing`.
  package init(
    from source: CoordinateReferenceSystem, accuracyLimitMeters: Double? = nil
  ) throws(ReprojectionError) {
    self.source = source
    operation = source.isKnownWithoutPROJ ? .noChange : try OperationDescription(choosingFrom: source)
    guard let limit = accuracyLimitMeters else { return }
    if let accuracy = operation.accuracyMeters, accuracy <= limit, !operation.isBallpark { return }
    var reason =
      "the accuracy of the best usable operation, \"\(operation.name)\", is "
      + "\(OperationDescription.text(meters: operation.accuracyMeters)), "
      + "but \(OperationDescription.text(meters: limit)) is required"
    if !operation.unavailable.isEmpty { reason += "; " + operation.unavailableText }
    throw ReprojectionError(.accuracyTooLow, definition: source.definition, reason: reason)
  }

  /// Makes a transformation for one thread, with a PROJ context of its own. Takes less than a millisecond.
  ///
  /// - Throws: `noOperation` if the recorded pipeline does not run, which means that grids were removed since.
  package func makeWorker() throws(ReprojectionError) -> ReprojectionWorker {
    guard source.form == .operation else { return ReprojectionWorker(source.form) }
    let context = try ProjContext()
    guard let pipeline = ProjObject(proj_create(context.pointer, operation.pipeline), context) else {
      throw ReprojectionError(
        .noOperation, definition: source.definition,
        reason: "the operation \"\(operation.name)\" can no longer be used",
        projMessage: context.takeMessage())
    }
    // An operation that only converts is valid everywhere; the system's own area then bounds the positions.
    let area = operation.areaOfUse ?? source.areaOfUse
    return ReprojectionWorker(.operation, pipeline, area: area)
  }
}
