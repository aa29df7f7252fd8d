import OvertileConfiguration
import OvertileExpressions
import OvertileReprojection

extension PlannedSource {
  /// Warnings about positions that do not fit the source's system.
  ///
  /// - Parameters:
  ///   - outside: positions outside the area of use of the system.
  ///   - sample: some positions.
  func diagnostics(outside: Int, _ sample: CoordinateSample) throws -> [Diagnostic] {
    let location = "source \"\(name)\""
    let crs = configuration.crs.map { "crs: \($0.value)" } ?? "the coordinate system"
    if try !reprojector.source.isLongitudeLatitudeWGS84 && sample.isDegrees(for: reprojector) {
      let text =
        "\(location): the coordinates look like degrees of longitude and latitude, but \(crs) uses a different unit, so "
        + "all features end up next to each other. Remove `crs`, or set it to the coordinate system of the data"
      return [Diagnostic(.degreesAsMeters, text, source: name)]
    }
    guard outside > 0 else { return [] }
    let positions = Counted.text(outside, "position lies", "positions lie")
    let fact = "\(location): \(positions) outside the area of use of \(reprojector.source.name)"
    if try sample.isExchanged(for: reprojector) {
      let text =
        "\(fact), but would lie inside it if the coordinates were swapped; GeoJSON expects the longitude or easting first"
      return [Diagnostic(.exchangedAxes, text, source: name)]
    }
    return [Diagnostic(.outsideAreaOfUse, "\(fact); check `crs:`", source: name)]
  }
}
