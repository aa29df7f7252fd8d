import ArgumentParser
import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileInspection
import OvertilePublishing
import OvertileTileArchive

/// `overtile export`: writes one archive out of a bundle or of another archive.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a bundle to one archive or folder of tiles.",
    discussion: """
      Creates a single archive for tools that do not read bundles. The output's name selects the format: .pmtiles, .mbtiles, or a \
      folder of tiles z/x/y.pbf if the name has no extension or ends with a slash. The source can be a bundle of any layout, or a \
      PMTiles archive, an MBTiles file or a folder of vector tiles from another program.

      Tiles are copied as stored if the container allows it, and features are never decoded. --layers keeps some of the layers; \
      --zooms and --bounds keep complete tiles. An archive's bounds cannot cross the antimeridian, so the bounds in the third example \
      cover all longitudes. The members of clusters are not exported.

      An existing output is replaced only with --overwrite, and only if it has the same format; otherwise the exit code is 73. It is 66 \
      for an unknown layer or an empty selection, and 65 if tiles are not vector tiles or files do not match their digests.

      EXAMPLES
        overtile export .bundles/quickstart one.pmtiles
        overtile export .bundles/quickstart one.mbtiles --layers airports --zooms 0-8
        overtile export .bundles/quickstart fiji.pmtiles --bounds 174,-24,-174,-12
        overtile export theirs.mbtiles tiles/ --overwrite
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Argument(help: ArgumentHelp("OUT.pmtiles, OUT.mbtiles or a folder.", valueName: "output"), completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "Export only these layers, separated by commas; may be repeated for names that contain commas.", valueName: "a,b")
  )
  var layers: [String] = []

  @Option(help: ArgumentHelp("Export only these zooms, such as 3-8 or 5; zooms are 0 to 31.", valueName: "zooms"))
  var zooms: TileZoomsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Export only tiles that touch this box, given in degrees; west > east crosses the antimeridian.",
      valueName: "west,south,east,north"),
    transform: ExportArguments.box)
  var bounds: DegreeBox?

  @Flag(help: "Replace an existing archive of the same format or an existing folder of tiles.")
  var overwrite = false

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try ExportArguments.container(of: output)
  }

  func run() throws {
    try SignalWatch.run { try report(try export($0.cleanup)) }
  }

  private func export(_ cleanup: CleanupRegistry) throws -> ArchiveExport.Summary {
    var selection = ExportSelection()
    selection.layers = layers.isEmpty ? nil : layers
    (selection.zooms, selection.box) = (zooms?.zooms, bounds)
    let container = try ExportArguments.container(of: output)
    let target = URL(fileURLWithPath: output)
    try OutputLocation(output).rejectInput(source)
    let staged = try StagedBundle(
      target: target, publication: .tiles(container, replaces: overwrite), cleanup: cleanup)
    let summary = try TileSource.reading(source) { source in
      try staged.keep(only: [])
      return try ArchiveExport.write(source, selection, to: staged.tilesPath, container)
    }
    try staged.publish()
    return summary
  }

  private func report(_ made: ArchiveExport.Summary) throws {
    let zooms = made.minzoom == made.maxzoom ? "\(made.minzoom)" : "\(made.minzoom) to \(made.maxzoom)"
    try summary.tell(
      made,
      "\(TerminalText.line(output)): \(made.tiles) tiles at zooms \(zooms), \(made.copied) copied as stored, "
        + "\(made.bytes) bytes; layers: \(TerminalText.line(made.layers.joined(separator: ", ")))")
  }
}

/// The arguments of an export, from texts.
enum ExportArguments {
  /// The container that the name of an output says. A name with another extension is that of a folder only if there is
  /// one, or with a slash at its end.
  ///
  /// - Throws: `ValidationError` for a name that may be meant in another way.
  static func container(of output: String) throws -> TileContainer {
    guard output != "-" else {
      throw ValidationError(
        "an archive cannot be written to standard output; specify "
          + TileContainer.files.map { "OUT\($0.ending), " }.joined() + "or a folder")
    }
    if output.hasSuffix("/") { return .directory }
    let ending = (output as NSString).pathExtension
    if !ending.isEmpty, let container = TileContainer(ofFile: output) { return container }
    guard !ending.isEmpty, !Folder.exists(output) else { return .directory }
    let endings = TileContainer.files.map(\.ending).joined(separator: " or ")
    throw ValidationError(
      "\(output): unsupported extension .\(ending), expected \(endings); to write a folder of tiles, end its name with a "
        + "slash: \(output)/")
  }

  /// West, south, east and north.
  @Sendable static func box(_ text: String) throws -> DegreeBox {
    guard let box = DegreeBox([Double](text, counts: 4...4)) else {
      throw ValidationError(
        "--bounds \(text): expected west,south,east,north, such as 5.9,45.8,10.5,47.8; longitudes must be -180 to 180 and "
          + "latitudes -90 to 90, with south below north")
    }
    return box
  }
}
