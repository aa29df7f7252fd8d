import ArgumentParser
import MapMath

/// `overtile camera zoom`: finds the zoom of a camera.
struct ZoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom",
    abstract: "Find the zoom for a span, a distance or another tile size.",
    discussion: """
      Only "tile level" is rounded; it is the level of the 256-point tiles that MapKit draws. The longitude span is that of the \
      north-up box around the rotated view; the straight longitude span is that of the same view without rotation. Meters per \
      point are listed twice because MapKit measures on the ellipsoid and Mapbox on a sphere.

      EXAMPLES
        $ overtile camera zoom --span 0.02 --viewport 390x844 --bearing 30
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
    help: ArgumentHelp("The latitude of the center, required for meters.", valueName: "DEGREES"))
  var latitude: NumberArgument?

  @OptionGroup var view: ViewOptions
  @OptionGroup var results: ResultOptions

  func validate() throws {
    guard abs(latitude?.number ?? 0) <= 90 else { throw ValidationError("--latitude must be -90 to 90 degrees") }
  }

  func run() throws {
    let zoom = try scale.zoom(in: view, latitude: latitude?.number)
    var result = QueryResult(levelsOf: zoom)
    result.add("tileLevel", .whole(UInt64(Zoom.tileLevel(scale: zoom.scale, tileSize: 256))))
    result.add("zoomScale", .number(zoom.scale, .ratio))
    if let viewport = view.viewport?.viewport {
      for (name, bearing) in [("longitudeSpan", view.bearing.number), ("straightLongitudeSpan", 0)] {
        result.add(name, .number(zoom.longitudeDelta(width: viewport.uprightBox(bearing: bearing).width), .span))
      }
    }
    if let latitude = latitude?.number {
      let mapKit = MapScale.metersPerPoint(latitude: latitude, zoom: zoom)
      let mapbox = MapScale.mapboxMetersPerPoint(latitude: latitude, zoom: zoom)
      result.add(
        "metersPerPoint",
        .group(["mapKit": .number(mapKit, .metersPerPoint), "mapbox": .number(mapbox, .metersPerPoint)]))
    }
    try results.write(result)
  }
}

extension QueryResult {
  /// The levels of a zoom for the three sizes of tiles in use.
  init(levelsOf zoom: Zoom) {
    self = ["z128": .number(zoom.z128, .level), "z256": .number(zoom.z256, .level), "z512": .number(zoom.z512, .level)]
  }
}
