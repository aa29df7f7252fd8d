import ArgumentParser

/// A rectangle of the map: one of these.
struct AreaOptions: GivingOptions {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bounds in degrees; west > east crosses the 180th meridian.", valueName: "WEST,SOUTH,EAST,NORTH"))
  var bounds: String?

  @Option(
    name: .customLong("map-rect"), parsing: .unconditional,
    help: ArgumentHelp("An MKMapRect, in map points.", valueName: "X,Y,WIDTH,HEIGHT"))
  var mapRect: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A tile.", valueName: "ZOOM/COLUMN/ROW"))
  var zxy: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A tile by its quadkey.", valueName: "DIGITS"))
  var quadkey: String?

  @Option(
    name: .customLong("hilbert-id"), parsing: .unconditional,
    help: ArgumentHelp("A tile by its id in PMTiles.", valueName: "ID"))
  var hilbertID: String?

  var parameters: [String: String?] {
    ["bounds": bounds, "map-rect": mapRect, "zxy": zxy, "quadkey": quadkey, "hilbert-id": hilbertID]
  }
}

/// The coordinate in the middle.
struct CenterOptions: GivingOptions {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The coordinate in the middle, in degrees.", valueName: "LATITUDE,LONGITUDE"))
  var center: String?

  @Option(
    name: .customLong("map-point"), parsing: .unconditional,
    help: ArgumentHelp("The coordinate in the middle, as an MKMapPoint.", valueName: "X,Y"))
  var mapPoint: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The end of a MapLibre URL; for OpenStreetMap with map= before it.",
      valueName: "ZOOM/LATITUDE/LONGITUDE[/BEARING[/PITCH]]"))
  var hash: String?

  var parameters: [String: String?] { ["center": center, "map-point": mapPoint, "hash": hash] }
}

/// A camera in any form: a coordinate with a scale, a rectangle, or a URL.
struct CameraOptions: GivingOptions {
  @OptionGroup var center: CenterOptions
  @OptionGroup var scale: ScaleOptions
  @OptionGroup var area: AreaOptions
  @OptionGroup var tile: TileSizeOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var pitch: PitchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The camera's padding in points, one number or four: the coordinate lies in the middle of what remains.",
      valueName: "TOP,LEFT,BOTTOM,RIGHT"))
  var padding: String?

  var parameters: [String: String?] {
    let groups: [any GivingOptions] = [center, scale, area, tile, view, pitch]
    return groups.reduce(into: ["padding": padding]) { all, group in all.merge(group.parameters) { own, _ in own } }
  }
}
