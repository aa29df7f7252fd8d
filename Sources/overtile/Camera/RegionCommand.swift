import ArgumentParser
import MapMath

/// `overtile camera region`: finds the region of a camera.
struct RegionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "region",
    abstract: "Find the MapKit region of a camera, of distances around a coordinate, or of bounds.",
    discussion: """
      A region's center is its center on the projected map, not the mean of its latitudes. A note says whether the region was cut off at the \
      edge of the map.

      EXAMPLES
        $ overtile camera region --center 52.52,13.405 --z256 14 \\
            --viewport 390x844 | head -4
        center               52.52, 13.405
        latitude delta       0.0440793°
        longitude delta      0.033474°
        latitudinal meters   4.905 km
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The center coordinate in degrees.", valueName: "LATITUDE,LONGITUDE"))
  var center: CoordinateArgument?

  @OptionGroup var scale: ScaleOptions

  @Option(
    name: .customLong("latitudinal-meters"), parsing: .unconditional,
    help: ArgumentHelp("The region's north-south extent, such as 500m, 1.5km or 2mi.", valueName: "METERS"))
  var latitudinal: DistanceArgument?

  @Option(
    name: .customLong("longitudinal-meters"), parsing: .unconditional,
    help: ArgumentHelp("The region's east-west extent.", valueName: "METERS"))
  var longitudinal: DistanceArgument?

  @OptionGroup var area: BoundsOption

  @OptionGroup var view: ViewOptions
  @OptionGroup var results: ResultOptions

  func run() throws { try results.write(try QueryResult(region: try region())) }

  private func region() throws -> Region {
    if let bounds = area.bounds {
      guard center == nil, !scale.isGiven else {
        throw ValidationError("specify either --bounds or --center, not both")
      }
      guard bounds.rect.width > 0, bounds.rect.height > 0 else {
        throw ValidationError("--bounds must have a width and a height greater than 0")
      }
      return Region(bounds.rect)
    }
    guard let center = center?.coordinate else { throw ValidationError("specify --center or --bounds") }
    if let latitudinal, let longitudinal {
      return Region(center: center, latitudinalMeters: latitudinal.meters, longitudinalMeters: longitudinal.meters)
    }
    return try scale.camera(at: center, in: view).region(in: try view.needed())
  }
}
