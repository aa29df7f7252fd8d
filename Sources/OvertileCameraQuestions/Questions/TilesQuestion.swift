import MapMath

/// Which tiles show that: a view of a camera, a rectangle, a polygon, a line, or points.
public struct TilesQuestion: CameraQuestion {
  /// How many tiles are listed at most, unless the question says otherwise.
  public static let defaultLimit = 10_000
  /// How many tiles a question may ask to be listed.
  public static let greatestLimit = 1_000_000
  /// How many rows of tiles shapes may cross at a zoom, counted edge by edge.
  public static let greatestRows = 2_000_000

  /// The names that may be given.
  public static let names =
    Set(GivenTileShapes.names + GivenCamera.names + ["z", "limit", "count-only", "rounding", "url"]).sorted()

  private enum Subject {
    case shapes(GivenTileShapes)
    case camera(Camera, Viewport, TileCoverOptions)
  }

  private let subject: Subject
  private let zooms: ClosedRange<Int>
  private let limit: Int
  private let countsOnly: Bool
  private let url: String?

  /// Reads the question, and the GeoJSON file that it names.
  public init(_ given: Given) throws(QuestionError) {
    let limitWords = "a number of tiles from 1 to \(Self.greatestLimit)"
    limit = try given.whole("limit", 1...Self.greatestLimit, limitWords) ?? Self.defaultLimit
    countsOnly = try given.flag("count-only")
    url = try given.text("url", "an address with {z}, {x} and {y} or {-y}, or {quadkey}")
    let asked = try Self.zooms(given)
    if let shapes = try GivenTileShapes(given) {
      if let other = (["center", "map-point", "hash"] + GivenScale.forms).first(where: given.has),
        let own = GivenTileShapes.names.first(where: given.has)
      {
        _ = try given.one(of: [own, other])
      }
      subject = .shapes(shapes)
      guard let asked else { throw given.missing(["z"], "nothing says at which zoom of the tiles") }
      zooms = asked
    } else {
      let reader = try GivenCamera(given)
      let camera = try reader.camera()
      let viewport = try reader.view.needed(given, for: "what a camera shows")
      let options = try Self.options(given)
      subject = .camera(camera, viewport, options)
      let own = options.zoom(for: camera)
      zooms = asked ?? own...own
    }
  }

  /// How many tiles, per zoom where there are several, and their names.
  public func answer() throws(QuestionError) -> Answer {
    var counts: [Answer] = []
    var tiles: [TileID] = []
    var total: UInt64 = 0
    for zoom in zooms {
      let (cover, points) = try cover(zoom)
      let count = cover.count + UInt64(points.count)
      total += count
      if !countsOnly {
        guard total <= UInt64(limit) else {
          let name = QuestionError.name("limit")
          throw QuestionError(
            .tooManyTiles,
            "\(total) tiles up to zoom \(zoom) are more than \(limit): raise \(name), up to \(Self.greatestLimit), or "
              + "give \(QuestionError.name("count-only"))")
        }
        tiles += cover.tiles
        tiles += points
      }
      var row = Answer()
      row.add("z", .whole(UInt64(zoom)))
      row.add("count", .whole(count))
      counts.append(row)
    }
    var answer = Answer()
    answer.add("count", .whole(total))
    if zooms.count > 1 { answer.add("zooms", .rows(counts)) }
    if !countsOnly { answer.add("tiles", .rows(tiles.map { TileForms.answer($0, url: url) })) }
    return answer
  }

  /// The tiles of a zoom, and those of points that are not among them.
  private func cover(_ zoom: Int) throws(QuestionError) -> (TileCover, [TileID]) {
    switch subject {
    case .camera(let camera, let viewport, var options):
      options.zooms = zoom...zoom
      options.limit = countsOnly ? Self.greatestRows : limit
      let cover = try QuestionError.translating { () throws(CameraError) in
        try camera.visibleTiles(in: viewport, options: options)
      }
      return (cover, [])
    case .shapes(let shapes):
      guard shapes.rows(zoom: zoom) <= Double(Self.greatestRows) else {
        throw QuestionError(
          .tooManyTiles,
          "that crosses more than \(Self.greatestRows) rows of tiles at zoom \(zoom): ask for lower zooms")
      }
      let cover = shapes.cover(zoom: zoom)
      return (cover, shapes.tilesOfPoints(zoom: zoom).filter { !cover.contains($0) })
    }
  }

  private static func zooms(_ given: Given) throws(QuestionError) -> ClosedRange<Int>? {
    guard let value = given["z"] else { return nil }
    let ends = value.numbers(separator: "-")?.compactMap { Int(exactly: $0) } ?? []
    guard (1...2).contains(ends.count), ends[0] >= 0, ends[0] <= ends[ends.count - 1], ends[ends.count - 1] <= 31
    else { throw given.wrong("z", value, "a zoom of tiles, or a range of them: from 0 to 31, such as 14 or 0-14") }
    return ends[0]...ends[ends.count - 1]
  }

  private static func options(_ given: Given) throws(QuestionError) -> TileCoverOptions {
    var options = TileCoverOptions(tileSize: try GivenScale.tileSize(given, default: 256))
    options.zooms = 0...31
    let words = "a rounding: down, nearest or up"
    switch try given.text("rounding", words) ?? "down" {
    case "down": options.rounding = .down
    case "nearest": options.rounding = .toNearestOrAwayFromZero
    case "up": options.rounding = .up
    case let other: throw given.wrong("rounding", .string(other), words)
    }
    return options
  }
}
