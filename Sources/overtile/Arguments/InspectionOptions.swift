import ArgumentParser
import OvertileInspection

/// How much of a bundle or an archive is read.
struct InspectionOptions: ParsableArguments {
  @Flag(help: "Read every tile to list its layers, fields and entries.")
  var deep = false

  @Option(help: "The number of largest tiles to list.")
  var largest = 10

  func validate() throws {
    if !(0...10_000).contains(largest) { throw ValidationError("--largest must be 0 to 10000") }
  }

  /// An inspector that reads as much.
  var inspector: SourceInspector {
    var inspector = SourceInspector()
    (inspector.readsTiles, inspector.largestTiles) = (deep, largest)
    return inspector
  }
}
