import ArgumentParser

/// `overtile camera`: the arithmetic of map kits, from the shell.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Compute zooms, regions, cameras and tiles.",
    discussion: """
      Coordinates are latitude,longitude, as in CLLocation; bounds are west,south,east,north; GeoJSON has longitude \
      first. The options for zooms name the tile size: --z256 (OpenStreetMap, Google), --z512 (Mapbox, MapLibre) or --z128. \
      Halving the tile size raises the zoom of the same view by one.

      Results are rounded for reading; --json writes them in full precision. \
      The exit code is 64 for an invalid command line, 65 if there is no result, and 66 for a missing file.

      EXAMPLE
        overtile camera zoom --span 0.02 --viewport 390x844 --bearing 30
      """,
    subcommands: [ZoomCommand.self, RegionCommand.self, FitCommand.self, TilesCommand.self])
}

/// The format of results.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Write one line of JSON with full precision.")
  var json = false

  /// Writes a result to standard output.
  ///
  /// - Throws: `PipelineError.badData` for a number that is not finite, and errors of writing.
  func write(_ result: QueryResult) throws {
    let line = try result.json()
    try StandardOutput.write(Array(((json ? line : result.text) + "\n").utf8))
  }
}
