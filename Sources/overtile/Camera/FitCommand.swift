import ArgumentParser
import MapMath
import OvertilePipeline

/// `overtile camera fit`: finds the camera that shows a rectangle or coordinates.
struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Find the camera that shows coordinates, bounds, a circle or a GeoJSON file.",
    discussion: """
      The target is completely visible at any pitch.

      EXAMPLES
        $ overtile camera fit --at 52.52,13.405 --at 48.14,11.58 \\
            --viewport 390x844 --padding 40 | head -5
        Mapbox
          center   50.380525, 12.4925
          zoom     6.2894
          bearing  0°
          pitch    0°

        $ overtile camera fit --circle 52.52,13.405,1.5km --viewport 390x844 \\
            --bearing 30 --pitch 45 | head -5
        Mapbox
          center   52.518735, 13.403807
          zoom     12.6065
          bearing  30°
          pitch    45°
      """)

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A coordinate to show; may be repeated.", valueName: "LATITUDE,LONGITUDE"))
  var coordinates: [CoordinateArgument] = []

  @OptionGroup var area: BoundsOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A circle on the ellipsoid, with a radius such as 500m, 1.5km or 2mi.", valueName: "LATITUDE,LONGITUDE,RADIUS"))
  var circle: CircleArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A GeoJSON file to show, or - for standard input.", valueName: "FILE"), completion: .file()
  )
  var geojson: String?

  @OptionGroup var view: ViewOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The padding around the target in points: one number for all sides, or four.", valueName: "TOP,LEFT,BOTTOM,RIGHT")
  )
  var padding: PaddingArgument?

  @Option(
    name: .customLong("max-z512"), parsing: .unconditional,
    help: ArgumentHelp("The maximum zoom for 512-point tiles.", valueName: "LEVEL"))
  var maximumZoom512: NumberArgument?

  @OptionGroup var results: ResultOptions

  func run() throws {
    var fit = CameraFit(in: try view.needed())
    (fit.bearing, fit.pitch) = (view.bearing.number, view.pitch.number)
    fit.padding = padding?.padding ?? .zero
    fit.maximumZoom512 = maximumZoom512?.number ?? fit.maximumZoom512
    let camera = try fit.camera(showing: try target())
    let mapKit = try MapKitCamera(camera, in: fit.viewport)
    try results.write([
      "mapbox": .group([
        "center": .coordinate(camera.center), "zoom": .number(camera.zoom512, .level),
        "bearing": .number(camera.bearing, .turn), "pitch": .number(camera.pitch, .turn),
      ]),
      "zooms": .group(QueryResult(levelsOf: Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize))),
      "mapKitCamera": .group([
        "center": .coordinate(mapKit.center), "distance": .number(mapKit.distanceMeters, .meters),
        "heading": .number(mapKit.heading, .turn), "pitch": .number(mapKit.pitch, .turn),
      ]),
      "region": .group(try QueryResult(region: try camera.region(in: fit.viewport))),
    ])
  }

  private func target() throws -> CameraTarget {
    var targets: [CameraTarget] = []
    if !coordinates.isEmpty { targets.append(.coordinates(coordinates.map(\.coordinate))) }
    if let bounds = area.bounds { targets.append(.bounds(southwest: bounds.southwest, northeast: bounds.northeast)) }
    if let circle { targets.append(.circle(center: circle.center, radiusMeters: circle.radius.meters)) }
    if let geojson {
      var positions: [Coordinate] = []
      try GeoJSONFile.read(geojson) { batch in
        for (x, y) in zip(batch.geometry.x, batch.geometry.y) {
          positions.append(Coordinate(latitude: y, longitude: x))
        }
      }
      guard !positions.isEmpty else { throw PipelineError.badData("\(geojson) contains no coordinates") }
      targets.append(.coordinates(positions))
    }
    guard targets.count == 1, let target = targets.first else {
      throw ValidationError("specify exactly one target: --at, --bounds, --circle or --geojson")
    }
    return target
  }
}
