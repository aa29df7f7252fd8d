import ArgumentParser
import OvertileCameraQueries

/// `overtile camera zoom`: finds the zoom of a camera.
struct ZoomCommand: CameraSubcommand {
  typealias Query = ZoomQuery

  static let configuration = CommandConfiguration(
    commandName: "zoom",
    abstract: "The zoom of a span, a scale, a distance or a level of other tiles.",
    discussion: """
      Only "tile level" is rounded. It is the level of the tiles that MapKit draws by Apple's rule: half up, \
      never below 0. The longitude span is that of the upright box around the turned view, as MapKit reports it; the \
      straight one is what the same view would show with north up. Meters per point come twice: MapKit measures on \
      the ellipsoid, Mapbox on a sphere, 0.67 percent more at the equator.

      EXAMPLES
        $ overtile camera zoom --span 0.02 --viewport 390x844 --bearing 30 --tile 256
        zoom                     15.7051
        tile size                256 points
        z128                     16.7051
        z256                     15.7051
        z512                     14.7051
        tile level               16
        zoom scale               0.0509452
        longitude span           0.02°
        straight longitude span  0.0102665°

        $ overtile camera zoom --distance 2km --latitude 52.52 --viewport 390x844 \\
            | tail -5
        longitude span           0.00731481°
        straight longitude span  0.00731481°
        meters per point
          MapKit  1.2699 m
          Mapbox  1.2705 m
      """)

  @OptionGroup var scale: ScaleOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The latitude of the middle, which meters and latitude spans need.", valueName: "DEGREES"))
  var latitude: String?

  @OptionGroup var tile: TileSizeOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var results: ResultOptions

  var parameters: QueryParameters {
    QueryParameters(scale, tile, view, others: ["latitude": latitude.map { .string($0) }])
  }
}
