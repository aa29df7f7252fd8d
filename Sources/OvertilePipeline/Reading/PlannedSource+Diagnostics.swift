import OvertileConfiguration
import OvertileExpressions
import OvertileReprojection

extension PointFailure {
  /// The end of a reason if commas may have split numbers.
  static let splitHint = "; is it the digits after a decimal comma, in a cell of their own?"
}

extension PlannedSource {
  /// The reason of a failure, if a row with too many cells is likelier than another system.
  func reason(_ failure: PointFailure) -> String {
    hasWideRows ? failure.reason.replacing(PointFailure.projectionHint, with: PointFailure.splitHint) : failure.reason
  }

  /// Warnings about the positions of the source's features.
  ///
  /// - Parameters:
  ///   - outside: positions outside the area of use of the system.
  ///   - sample: some positions.
  ///   - stated: how positions compare with properties that state coordinates.
  func diagnostics(
    outside: Int, _ sample: CoordinateSample, _ stated: StatedCoordinates
  ) throws -> [Diagnostic] {
    try NamedAxes.diagnostics(configuration) + misfits(outside: outside, sample)
      + (stated.diagnostic(source: name).map { [$0] } ?? [])
  }

  /// Warnings about positions that do not fit the source's system.
  private func misfits(outside: Int, _ sample: CoordinateSample) throws -> [Diagnostic] {
    let location = "source \"\(name)\""
    let crs = configuration.crs.map { "crs: \($0.value)" } ?? "its system"
    if try !reprojector.source.isLongitudeLatitudeWGS84 && sample.isDegrees(for: reprojector) {
      let text =
        "\(location): its coordinates look like degrees of longitude and latitude, and \(crs) is in another unit, so "
        + "all features end up next to each other; leave `crs` out, or name the system of the coordinates"
      return [Diagnostic(.degreesAsMeters, text, source: name)]
    }
    guard outside > 0 else { return [] }
    let positions = Counted.text(outside, "position lies", "positions lie")
    let fact = "\(location): \(positions) outside the area that \(reprojector.source.name) is made for"
    if try sample.isExchanged(for: reprojector) {
      let text =
        "\(fact), and would lie in it if both coordinates were exchanged; GeoJSON has longitude or easting first"
      return [Diagnostic(.exchangedAxes, text, source: name)]
    }
    return [Diagnostic(.outsideAreaOfUse, "\(fact); is `crs:` right?", source: name)]
  }
}
