import MapMath

/// Finds the tiles that show a view of a camera, a rectangle, a polygon, a line, or points.
package struct TilesQuery: CameraQuery {
  /// The number of tiles that are listed, unless the query sets another.
  package static let defaultLimit = 10_000
  /// The most tiles that a query may list.
  package static let greatestLimit = 1_000_000
  /// The most rows of tiles that shapes may cross at a zoom, counted edge by edge.
  package static let greatestRows = 2_000_000

  /// The names of its parameters.
  package static let names =
    Set(ShapeParameters.names + CameraParameters.names + ["z", "limit", "count-only", "rounding", "url"]).sorted()

  private enum Subject {
    case shapes(ShapeParameters)
    case camera(Camera, MapViewport, TileCover.Options)
  }

  private let subject: Subject
  private let zooms: ClosedRange<Int>
  private let limit: Int
  private let countsOnly: Bool
  private let url: String?

  /// Reads the query, and the GeoJSON file that it names.
  package init(_ parameters: QueryParameters) throws(QueryError) {
    let limitWords = "a number of tiles from 1 to \(Self.greatestLimit)"
    limit = try parameters.whole("limit", 1...Self.greatestLimit, limitWords) ?? Self.defaultLimit
    countsOnly = try parameters.flag("count-only")
    url = try parameters.text("url", "an address with {z}, {x} and {y} or {-y}, or {quadkey}")
    let asked = try Self.zooms(parameters)
    if let shapes = try ShapeParameters(parameters) {
      if let other = (["center", "map-point", "hash"] + ScaleParameters.forms).first(where: parameters.has),
        let own = ShapeParameters.names.first(where: parameters.has)
      {
        _ = try parameters.one(of: [own, other])
      }
      subject = .shapes(shapes)
      guard let asked else { throw parameters.missing(["z"], "nothing says at which zoom of the tiles") }
      zooms = asked
    } else {
      let reader = try CameraParameters(parameters)
      let camera = try reader.camera()
      let viewport = try reader.view.needed(parameters, for: "what a camera shows")
      let options = try Self.options(parameters)
      subject = .camera(camera, viewport, options)
      let own = options.zoom(for: camera)
      zooms = asked ?? own...own
    }
  }

  /// The number of tiles, per zoom if there are several, and their names.
  package func result() throws(QueryError) -> QueryResult {
    var counts: [QueryResult] = []
    var tiles: [TileID] = []
    var total: UInt64 = 0
    for zoom in zooms {
      let (cover, points) = try cover(zoom)
      let count = cover.count + UInt64(points.count)
      total += count
      if !countsOnly {
        guard total <= UInt64(limit) else {
          let name = QueryError.name("limit")
          throw QueryError(
            .tooManyTiles,
            "\(total) tiles up to zoom \(zoom) are more than \(limit): raise \(name), up to \(Self.greatestLimit), or "
              + "give \(QueryError.name("count-only"))")
        }
        tiles += cover.tiles
        tiles += points
      }
      var row = QueryResult()
      row.add("z", .whole(UInt64(zoom)))
      row.add("count", .whole(count))
      counts.append(row)
    }
    var result = QueryResult()
    result.add("count", .whole(total))
    if zooms.count > 1 { result.add("zooms", .rows(counts)) }
    if !countsOnly { result.add("tiles", .rows(tiles.map { TileForms.result($0, url: url) })) }
    return result
  }

  /// The tiles of a zoom, and those of points that are not among them.
  private func cover(_ zoom: Int) throws(QueryError) -> (TileCover, [TileID]) {
    switch subject {
    case .camera(let camera, let viewport, var options):
      options.zooms = zoom...zoom
      options.limit = countsOnly ? Self.greatestRows : limit
      let cover = try QueryError.translating { () throws(CameraError) in
        try camera.visibleTiles(in: viewport, options: options)
      }
      return (cover, [])
    case .shapes(let shapes):
      guard shapes.rows(zoom: zoom) <= Double(Self.greatestRows) else {
        throw QueryError(
          .tooManyTiles,
          "that crosses more than \(Self.greatestRows) rows of tiles at zoom \(zoom): ask for lower zooms")
      }
      let cover = shapes.cover(zoom: zoom)
      return (cover, shapes.tilesOfPoints(zoom: zoom).filter { !cover.contains($0) })
    }
  }

  private static func zooms(_ parameters: QueryParameters) throws(QueryError) -> ClosedRange<Int>? {
    guard let value = parameters["z"] else { return nil }
    let ends = value.numbers(separator: "-")?.compactMap { Int(exactly: $0) } ?? []
    guard (1...2).contains(ends.count), ends[0] >= 0, ends[0] <= ends[ends.count - 1], ends[ends.count - 1] <= 31
    else { throw parameters.wrong("z", value, "a zoom of tiles, or a range of them: from 0 to 31, such as 14 or 0-14") }
    return ends[0]...ends[ends.count - 1]
  }

  private static func options(_ parameters: QueryParameters) throws(QueryError) -> TileCover.Options {
    var options = TileCover.Options(tileSize: try ScaleParameters.tileSize(parameters, default: 256))
    options.zooms = 0...31
    let words = "a rounding: down, nearest or up"
    switch try parameters.text("rounding", words) ?? "down" {
    case "down": options.rounding = .down
    case "nearest": options.rounding = .toNearestOrAwayFromZero
    case "up": options.rounding = .up
    case let other: throw parameters.wrong("rounding", .string(other), words)
    }
    return options
  }
}
