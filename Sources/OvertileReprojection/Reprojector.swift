import COvertilePROJ

/// The conversion from one coordinate reference system to longitude and latitude on WGS84, longitude first.
///
/// One operation serves all positions of a source: the first in PROJ's ranking, for the source's area of use or for the
/// area in the options, that works with the grids installed. PROJ itself would choose again for every point; one choice
/// is known, and can be rejected, before any data is read, is reproduced by one pipeline string, and cannot tear a line
/// where two operations meet. Worldwide datums with many regional operations (NAD27, ED50) should name an area.
///
/// A plain value: workers are made from the recorded pipeline and share nothing.
package struct Reprojector: Sendable {
  /// The requirements for the operation.
  package struct Options: Sendable, Equatable {
    /// The largest acceptable stated accuracy in meters; nil accepts any, even an unknown one.
    package var accuracyLimitMeters: Double?
    /// The area of the positions, if known better than by the source's area of use.
    package var area: GeographicArea?

    /// Makes options; by default any accuracy and the source's own area.
    package init(accuracyLimitMeters: Double? = nil, area: GeographicArea? = nil) {
      self.accuracyLimitMeters = accuracyLimitMeters
      self.area = area
    }
  }

  /// The system of the source.
  package let source: CoordinateReferenceSystem
  /// The chosen operation.
  package let operation: OperationDescription

  /// Chooses the operation. Takes a few milliseconds, and none from `CoordinateReferenceSystem.wgs84`.
  ///
  /// - Throws: `noOperation`, `accuracyTooLow` with the missing grids named, `databaseMissing`.
  package init(from source: CoordinateReferenceSystem, options: Options = Options()) throws(ReprojectionError) {
    self.source = source
    operation =
      source.isKnownWithoutPROJ
      ? .noChange : try OperationCandidates(from: source, area: options.area).describeChosen()
    guard let limit = options.accuracyLimitMeters else { return }
    if let accuracy = operation.accuracyMeters, accuracy <= limit, !operation.isBallpark { return }
    throw Self.rejection(of: operation, limitMeters: limit, definition: source.definition)
  }

  /// Makes a transformation for one thread, with a PROJ context of its own. Takes less than a millisecond.
  ///
  /// - Throws: `noOperation` if the recorded pipeline does not run, which means that grids were removed since.
  package func makeWorker() throws(ReprojectionError) -> ReprojectionWorker {
    switch source.form {
    case .longitudeLatitude: return ReprojectionWorker(.longitudeLatitude, area: nil)
    case .webMercator: return ReprojectionWorker(.webMercator, area: nil)
    case .operation: break
    }
    let context = try ProjContext(dataFolder: source.dataFolder)
    guard let pipeline = ProjObject(proj_create(context.pointer, operation.pipeline), context) else {
      throw ReprojectionError(
        .noOperation, definition: source.definition,
        reason: "the operation \"\(operation.name)\" can no longer be used",
        projMessage: context.takeMessage())
    }
    // An operation that only converts is valid everywhere; the system's own area then bounds the positions.
    let area = operation.areaOfUse.flatMap { $0.isWorld ? nil : $0 } ?? source.areaOfUse
    return ReprojectionWorker(.pipeline(pipeline), area: area)
  }

  private static func rejection(
    of operation: OperationDescription, limitMeters: Double, definition: String
  ) -> ReprojectionError {
    var reason =
      "the accuracy of the best usable operation, \"\(operation.name)\", is "
      + "\(OperationDescription.text(meters: operation.accuracyMeters)), "
      + "but \(OperationDescription.text(meters: limitMeters)) is required"
    if !operation.unavailable.isEmpty { reason += "; " + operation.unavailableText }
    return ReprojectionError(.accuracyTooLow, definition: definition, reason: reason)
  }
}
