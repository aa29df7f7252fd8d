import OvertileConfiguration
import OvertileExpressions
import OvertileReprojection

extension PlannedSource {
  /// Warnings about positions that do not fit the source's system.
  ///
  /// - Parameters:
  ///   - outside: positions outside the area of use of the system.
  ///   - sample: some positions.
  package func diagnostics(outside: Int, _ sample: CoordinateSample) throws -> [Diagnostic] {
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
