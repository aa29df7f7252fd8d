import ArgumentParser
import OvertileCameraQueries
import OvertileFeatures

/// `overtile camera fit`: finds the camera that shows a rectangle or coordinates.
struct FitCommand: CameraSubcommand {
  typealias Query = FitQuery

  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "The camera that shows coordinates, bounds, a circle, a tile or all of a GeoJSON file.",
    discussion: """
      The engine "sound" shows everything at any pitch; "flat" is the rule of MapLibre GL JS, "flat-one-pass" that of \
      Mapbox GL JS, and "native" that of MapLibre Native, whose result depends on the camera before it.

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
    help: ArgumentHelp("A coordinate to show; repeat for more.", valueName: "LATITUDE,LONGITUDE"))
  var coordinates: [String] = []

  @OptionGroup var area: AreaOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A circle on the ellipsoid; the radius as 500, 500m, 1.5km or 2mi.", valueName: "LATITUDE,LONGITUDE,RADIUS"))
  var circle: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All positions of a GeoJSON file, - for standard input.", valueName: "FILE"), completion: .file()
  )
  var geojson: String?

  @OptionGroup var view: ViewOptions
  @OptionGroup var pitch: PitchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The padding around it in points, one number or four.", valueName: "TOP,LEFT,BOTTOM,RIGHT"))
  var padding: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The points by which its middle moves.", valueName: "RIGHT,DOWN"))
  var offset: String?

  @Option(
    name: .customLong("max-z512"), parsing: .unconditional,
    help: ArgumentHelp("The highest zoom for 512-point tiles, 22 unless given.", valueName: "LEVEL"))
  var maximumZoom512: String?

  @Option(
    name: .customLong("zoom-snap"), parsing: .unconditional,
    help: ArgumentHelp("Round the zoom down to a multiple of this.", valueName: "LEVELS"))
  var zoomSnap: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("sound, flat, flat-one-pass or native; sound unless given.", valueName: "NAME"))
  var engine: String?

  @Option(
    name: .customLong("from-center"), parsing: .unconditional,
    help: ArgumentHelp("Where \"native\" starts, 0,0 unless given.", valueName: "LATITUDE,LONGITUDE"))
  var startCenter: String?

  @Option(
    name: .customLong("from-z512"), parsing: .unconditional,
    help: ArgumentHelp("The zoom that \"native\" starts with, 0 unless given.", valueName: "LEVEL"))
  var startZoom512: String?

  @OptionGroup var tile: TileSizeOptions
  @OptionGroup var results: ResultOptions

  var parameters: QueryParameters {
    let texts = [
      "circle": circle, "geojson": geojson, "padding": padding, "offset": offset, "max-z512": maximumZoom512,
      "zoom-snap": zoomSnap, "engine": engine, "from-center": startCenter, "from-z512": startZoom512,
    ]
    var others: [String: JSONValue?] = texts.mapValues { $0.map { .string($0) } }
    if !coordinates.isEmpty { others["at"] = .array(coordinates.map { .string($0) }) }
    return QueryParameters(area, view, pitch, tile, others: others)
  }
}
