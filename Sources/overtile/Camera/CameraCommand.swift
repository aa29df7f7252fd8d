import ArgumentParser

/// `overtile camera`: the arithmetic of map kits, from the shell.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Compute zooms, regions, cameras and tiles, as MapKit and Mapbox count.",
    discussion: """
      Coordinates are latitude,longitude, as in CLLocation; bounds are west,south,east,north, and GeoJSON has longitude \
      first. Zooms say which tiles they count: --z256 (OpenStreetMap, Google), --z512 (Mapbox, MapLibre) or --z128; \
      the same view is one level more for tiles of half the size.

      Results are for people; --json writes them in full precision. With --batch every line of standard input is a \
      query, a JSON object with the names of the options, and every line of the output is its result. \
      A wrong query ends with exit code 64, one without a result with 65, and a missing file with 66.

      EXAMPLE
        overtile camera zoom --span 0.02 --viewport 390x844 --bearing 30 --tile 256
      """,
    subcommands: [
      ZoomCommand.self, RegionCommand.self, FitCommand.self, TilesCommand.self, ConvertCommand.self,
    ])
}
