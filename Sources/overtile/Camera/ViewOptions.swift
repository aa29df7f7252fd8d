import ArgumentParser

/// Options that are parameters of a query, with the same names.
protocol GivingOptions: ParsableArguments {
  /// The parameters by name; nil for those that are not set.
  var parameters: [String: String?] { get }
}

/// The view.
struct ViewOptions: GivingOptions {
  @Option(parsing: .unconditional, help: ArgumentHelp("The view's size in points.", valueName: "WIDTHxHEIGHT"))
  var viewport: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The points of the view that bars cover, one number for all or four; the middle of the map moves with them.",
      valueName: "TOP,LEFT,BOTTOM,RIGHT"))
  var insets: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the map is turned, clockwise from north.", valueName: "DEGREES"))
  var bearing: String?

  var parameters: [String: String?] { ["viewport": viewport, "insets": insets, "bearing": bearing] }
}

/// The tilt of the view.
struct PitchOptions: GivingOptions {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The tilt: 0 looks straight down, below 90.", valueName: "DEGREES"))
  var pitch: String?

  var parameters: [String: String?] { ["pitch": pitch] }
}

/// The tiles that are counted.
struct TileSizeOptions: GivingOptions {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The side of a tile in points, 256 unless given; what --zoom counts.", valueName: "POINTS"))
  var tile: String?

  @Option(
    name: .customLong("screen-scale"), parsing: .unconditional,
    help: ArgumentHelp("Pixels a point, 2 or 3: then --tile is in pixels.", valueName: "PIXELS"))
  var screenScale: String?

  var parameters: [String: String?] { ["tile": tile, "screen-scale": screenScale] }
}
