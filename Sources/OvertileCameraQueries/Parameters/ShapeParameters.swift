import MapMath
import OvertileFeatures

/// The shapes that tiles are to cover: polygons and lines on the world grid, a rectangle, points.
struct ShapeParameters {
  static let names = ["at", "polygon", "geojson"] + AreaParameters.names

  /// Polygons, and lines as rings that go there and back: a tile that holds a part of a ring is reached.
  private(set) var geometry = WorldGeometry(kind: .polygons)
  private(set) var points: [Coordinate] = []
  private(set) var rect: MapRect?

  /// Nil if none of these is set.
  init?(_ parameters: QueryParameters) throws(QueryError) {
    switch try parameters.one(of: Self.names) {
    case nil: return nil
    case "at": points = try parameters.coordinates("at")
    case "polygon":
      add(rings: [try parameters.ring("polygon") ?? []])
    case "geojson":
      try GeoJSONParameters(parameters).read { batch throws(QueryError) in add(batch.geometry) }
    default: rect = try AreaParameters.mapRect(parameters)
    }
  }

  private mutating func add(_ columns: GeometryColumns) {
    for (element, kind) in columns.elementKinds.enumerated() {
      let rings = columns.rings(ofElement: element).map { ring in
        columns.coordinates(ofRing: ring).map { Coordinate(latitude: columns.y[$0], longitude: columns.x[$0]) }
      }
      switch kind {
      case .points: points += rings.joined()
      case .line: add(rings: rings.map { $0 + $0.dropFirst().dropLast().reversed() })
      case .polygon: add(rings: rings)
      }
    }
  }

  /// Adds one polygon; its holes are brought to its own copy of the world.
  private mutating func add(rings: [[Coordinate]]) {
    var first: Double?
    for ring in rings {
      var points = MapPoint.unwrapped(ring)
      guard let start = points.first?.x else { continue }
      let turns = first.map { (($0 - start) / MapPoint.worldSide).rounded() } ?? 0
      first = first ?? start
      for i in points.indices { points[i].x += turns * MapPoint.worldSide }
      for point in points {
        // The world grid has sixteen units a map point.
        geometry.append(x: (point.x * 16 + 0.5).rounded(.down), y: (point.y * 16 + 0.5).rounded(.down))
      }
      geometry.endRing()
    }
    geometry.endPolygon()
  }

  /// An estimate of the rows of tiles that the shapes cross at a zoom, edge by edge: the cost of a cover.
  func rows(zoom: Int) -> Double {
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    var rows = 0.0
    for ring in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: ring)
      guard var from = positions.last.map({ geometry.y[$0] }) else { continue }
      for i in positions {
        rows += abs(geometry.y[i] - from) / side + 1
        from = geometry.y[i]
      }
    }
    if let rect { rows += min(rect.height * 16 / side, Double(1 << Int64(zoom))) + 1 }
    return rows
  }

  /// The tiles that hold the points, each once, by row and column.
  func tilesOfPoints(zoom: Int) -> [TileID] {
    let tiles = Set(points.map { TileID(containing: $0, zoom: zoom) })
    return tiles.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// The tiles that polygons, lines and the rectangle reach.
  func cover(zoom: Int) -> TileCover {
    if let rect { return TileCover(of: rect, zoom: zoom) }
    return TileCover(of: geometry, zoom: zoom)
  }
}
