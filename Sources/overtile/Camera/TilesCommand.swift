import ArgumentParser
import MapMath
import OvertilePipeline

/// `overtile camera tiles`: finds the tiles that a camera shows.
struct TilesCommand: ParsableCommand {
  /// The most tiles that are listed, unless the command line says otherwise.
  private static let standardLimit = 10_000
  /// The most tiles that may be listed.
  private static let greatestLimit = 1_000_000
  /// The most rows of tiles that shapes may cross at a zoom, counted edge by edge.
  private static let greatestRows = 2_000_000

  static let configuration = CommandConfiguration(
    commandName: "tiles",
    abstract: "List the tiles that a camera shows or that cover an area.",
    discussion: """
      A tile is included if it overlaps the area; touching its edge is not enough.

      EXAMPLES
        $ overtile camera tiles --bounds 13.3,52.45,13.5,52.55 --z 12 | head -3
        count  9
        zxy           quadkey       hilbert ID  tms row
        12/2199/1342  120210232331  19866008    2753

        $ overtile camera tiles --geojson Samples/countries.geojson \\
            --z 0-1 --count-only
        count  5
        z  count
        0  1
        1  4
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The zoom of the tiles or a range of zooms, 0 to 31.", valueName: "LEVEL|FIRST-LAST"))
  var z: TileZoomsArgument?

  @OptionGroup var area: BoundsOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A GeoJSON file to cover, or - for standard input.", valueName: "FILE"), completion: .file())
  var geojson: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The center coordinate of a camera in degrees.", valueName: "LATITUDE,LONGITUDE"))
  var center: CoordinateArgument?

  @OptionGroup var scale: ScaleOptions
  @OptionGroup var view: ViewOptions

  @Option(help: ArgumentHelp("The maximum number of tiles to list, up to 1000000.", valueName: "TILES"))
  var limit = Self.standardLimit

  @Flag(name: .customLong("count-only"), help: "Only count the tiles; --limit does not apply.")
  var countsOnly = false

  @OptionGroup var results: ResultOptions

  func validate() throws {
    guard (1...Self.greatestLimit).contains(limit) else { throw ValidationError("--limit must be 1 to 1000000") }
    guard [area.bounds != nil, geojson != nil, center != nil].count(where: \.self) == 1 else {
      throw ValidationError("specify exactly one area to cover: --bounds, --geojson or --center")
    }
  }

  func run() throws {
    let shapes = try geojson.map { try CoveredShapes(file: $0) }
    let camera = try center.map { try scale.camera(at: $0.coordinate, in: view) }
    var options = TileCover.Options(tileSize: 256)
    options.zooms = 0...31
    options.limit = countsOnly ? Self.greatestRows : limit
    guard let zooms = z?.zooms ?? camera.map({ options.zoom(for: $0)...options.zoom(for: $0) }) else {
      throw ValidationError("specify the zoom of the tiles with --z")
    }
    var (counts, tiles): ([QueryResult], [TileID]) = ([], [])
    var total: UInt64 = 0
    for zoom in zooms {
      let covered: (cover: TileCover, points: [TileID])
      if let bounds = area.bounds {
        try Self.check(rows: bounds.rect.height * 16 / Double(WorldGrid.tileSide(zoom: zoom)), zoom: zoom)
        covered = (TileCover(of: bounds.rect, zoom: zoom), [])
      } else if let shapes {
        try Self.check(rows: shapes.rows(zoom: zoom), zoom: zoom)
        covered = shapes.tiles(zoom: zoom)
      } else if let camera {
        options.zooms = zoom...zoom
        covered = (try camera.visibleTiles(in: try view.needed(), options: options), [])
      } else {
        return
      }
      let count = covered.cover.count + UInt64(covered.points.count)
      total += count
      if !countsOnly {
        guard total <= UInt64(limit) else {
          throw PipelineError.badData("there are more than \(limit) tiles; raise --limit or use --count-only")
        }
        tiles += covered.cover.tiles + covered.points
      }
      counts.append(["z": .whole(UInt64(zoom)), "count": .whole(count)])
    }
    var result: QueryResult = ["count": .whole(total)]
    if zooms.count > 1 { result.add("zooms", .rows(counts)) }
    if !countsOnly { result.add("tiles", .rows(tiles.map(QueryResult.init(tile:)))) }
    try results.write(result)
  }

  private static func check(rows: Double, zoom: Int) throws {
    guard rows <= Double(greatestRows) else {
      throw PipelineError.badData(
        "the area spans more than \(greatestRows) rows of tiles at zoom \(zoom); use a lower zoom")
    }
  }
}

extension QueryResult {
  /// A tile by all of its names.
  fileprivate init(tile: TileID) {
    self = [
      "zxy": .text(tile.description), "quadkey": .text(tile.quadkey), "hilbertID": .whole(tile.hilbertID),
      "tmsRow": .whole(UInt64(tile.tmsRow)),
    ]
  }
}
