import ArgumentParser
import MapMath
import OvertilePipeline

/// `overtile camera`: the arithmetic of map kits, from the shell.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Compute zooms, regions, cameras and tiles.",
    discussion: """
      Coordinates are latitude,longitude, as in CLLocation; bounds are west,south,east,north, and GeoJSON has longitude \
      first. Zooms say which tiles they count: --z256 (OpenStreetMap, Google), --z512 (Mapbox, MapLibre) or --z128; \
      the same view is one level more for tiles of half the size.

      Results are for people; --json writes them in full precision. \
      A wrong command line ends with exit code 64, one without a result with 65, and a missing file with 66.

      EXAMPLE
        overtile camera zoom --span 0.02 --viewport 390x844 --bearing 30
      """,
    subcommands: [ZoomCommand.self, RegionCommand.self, FitCommand.self, TilesCommand.self])
}

/// The format of results.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Write JSON in full precision, on one line.")
  var json = false

  /// Writes a result to standard output.
  ///
  /// - Throws: `PipelineError.badData` for a number that is not finite, and errors of writing.
  func write(_ result: QueryResult) throws {
    guard result.isFinite else {
      throw PipelineError.badData("the numbers are too large or too small to compute with")
    }
    try StandardOutput.write(Array(((json ? result.json : result.text) + "\n").utf8))
  }
}

/// Runs a computation on cameras; one without a result is bad data.
///
/// - Throws: `PipelineError.badData`.
func computing<Value>(_ body: () throws(CameraError) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw PipelineError.badData("\(error)")
  }
}
