import ArgumentParser
import OvertileCameraQueries
import OvertileFeatures

/// `overtile camera tiles`: finds the tiles that a camera shows.
struct TilesCommand: CameraSubcommand {
  typealias Query = TilesQuery

  static let configuration = CommandConfiguration(
    commandName: "tiles",
    abstract: "The tiles that a camera shows, or that cover a rectangle, a polygon, a file or coordinates.",
    discussion: """
      A tile covers an area when the two overlap: touching along an edge is not enough. For a camera \
      the zoom follows from its own unless --z says otherwise. Up to \(TilesQuery.defaultLimit) tiles are listed, \
      with --limit up to \(TilesQuery.greatestLimit); more are an error. Shapes may cross up to \
      \(TilesQuery.greatestRows) rows of tiles at a zoom.

      EXAMPLES
        $ overtile camera tiles --bounds 13.3,52.45,13.5,52.55 --z 12
        count  9
        zxy           quadkey       hilbert ID  tms row
        12/2199/1342  120210232331  19866008    2753
        12/2200/1342  120210233220  19866003    2753
        12/2201/1342  120210233221  19866002    2753
        12/2199/1343  120210232333  19866005    2752
        12/2200/1343  120210233222  19866004    2752
        12/2201/1343  120210233223  19866001    2752
        12/2199/1344  120212010111  19867284    2751
        12/2200/1344  120212011000  19867285    2751
        12/2201/1344  120212011001  19867286    2751

        $ overtile camera tiles --geojson Samples/countries.geojson \\
            --z 0-5 --count-only
        count  871
        z  count
        0  1
        1  4
        2  16
        3  57
        4  188
        5  605
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The zoom of the tiles, or a range, 0 to 31.", valueName: "LEVEL|FIRST-LAST"))
  var z: String?

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A coordinate; repeat for more.", valueName: "LATITUDE,LONGITUDE"))
  var coordinates: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A polygon: its corners, separated by spaces.", valueName: "\"LATITUDE,LONGITUDE ...\""))
  var polygon: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The features of a GeoJSON file, - for standard input.", valueName: "FILE"), completion: .file())
  var geojson: String?

  @OptionGroup var camera: CameraOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How a camera's zoom is rounded: down, nearest or up; down unless given.", valueName: "NAME"))
  var rounding: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The most tiles to list.", valueName: "TILES"))
  var limit: String?

  @Flag(name: .customLong("count-only"), help: "Only count the tiles, without a limit.")
  var countsOnly = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write addresses: {z}, {x}, {y}, {-y} (TMS) and {quadkey} are replaced.", valueName: "TEMPLATE"))
  var url: String?

  @OptionGroup var results: ResultOptions

  var parameters: QueryParameters {
    let texts = [
      "z": z, "polygon": polygon, "geojson": geojson, "rounding": rounding, "limit": limit, "url": url,
    ]
    var others: [String: JSONValue?] = texts.mapValues { $0.map { .string($0) } }
    if !coordinates.isEmpty { others["at"] = .array(coordinates.map { .string($0) }) }
    if countsOnly { others["count-only"] = .bool(true) }
    return QueryParameters(camera, others: others)
  }
}
