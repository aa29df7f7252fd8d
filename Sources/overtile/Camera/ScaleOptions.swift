import ArgumentParser

/// The scale of the map: one of these, or both spans, or both distances.
struct ScaleOptions: GivingOptions {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Zoom for 256-point tiles: OpenStreetMap, Google.", valueName: "LEVEL"))
  var z256: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Zoom for 512-point tiles: Mapbox, MapLibre.", valueName: "LEVEL"))
  var z512: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Zoom for 128-point tiles: 256-pixel tiles on a 2x screen.", valueName: "LEVEL"))
  var z128: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Zoom for tiles of the size that --tile says.", valueName: "LEVEL"))
  var zoom: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The region's longitude span: what MapKit reports for the view.", valueName: "DEGREES"))
  var span: String?

  @Option(
    name: .customLong("latitude-span"), parsing: .unconditional,
    help: ArgumentHelp("The region's latitude span.", valueName: "DEGREES"))
  var latitudeSpan: String?

  @Option(
    name: .customLong("longitudinal-meters"), parsing: .unconditional,
    help: ArgumentHelp("The region's east-west distance, as 500, 500m, 1.5km or 2mi.", valueName: "METRES"))
  var longitudinalMeters: String?

  @Option(
    name: .customLong("latitudinal-meters"), parsing: .unconditional,
    help: ArgumentHelp("The region's north-south distance.", valueName: "METRES"))
  var latitudinalMeters: String?

  @Option(
    name: .customLong("map-width"), parsing: .unconditional,
    help: ArgumentHelp("The width of the visible map rectangle.", valueName: "MAP-POINTS"))
  var mapWidth: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("MapKit's zoom scale: screen points per map point, 1 at z256 20.", valueName: "RATIO"))
  var scale: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("An MKMapCamera's distance from the middle, with a field of view of 30°.", valueName: "METRES"))
  var distance: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("An MKMapCamera's altitude: its distance times the cosine of its pitch.", valueName: "METRES"))
  var altitude: String?

  @Option(
    name: .customLong("meters-per-point"), parsing: .unconditional,
    help: ArgumentHelp("Meters per screen point in the middle, as MapKit measures.", valueName: "METRES"))
  var metersPerPoint: String?

  @Option(
    name: .customLong("mapbox-meters-per-point"), parsing: .unconditional,
    help: ArgumentHelp("The same as Mapbox and MapLibre measure, on a sphere.", valueName: "METRES"))
  var mapboxMetersPerPoint: String?

  var parameters: [String: String?] {
    [
      "z128": z128, "z256": z256, "z512": z512, "zoom": zoom, "span": span, "latitude-span": latitudeSpan,
      "longitudinal-meters": longitudinalMeters, "latitudinal-meters": latitudinalMeters, "map-width": mapWidth,
      "scale": scale, "distance": distance, "altitude": altitude, "meters-per-point": metersPerPoint,
      "mapbox-meters-per-point": mapboxMetersPerPoint,
    ]
  }
}
