import MapMath
import OvertileCore

/// The shapes that tiles are to cover: polygons and lines on the world grid, and points.
struct CoveredShapes {
  /// Polygons, and lines as rings that go there and back: a tile that holds a part of a ring is reached.
  private var geometry = WorldGeometry(kind: .polygons)
  private var points: [Coordinate] = []

  /// Takes the shapes of a GeoJSON file, or of standard input for "-".
  init(file: String) throws { try GeoJSONFile.read(file) { add($0.geometry) } }

  /// Adds the geometries of some features.
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
      let points = MapPoint.unwrapped(ring)
      guard let start = points.first?.x else { continue }
      let turns = first.map { (($0 - start) / MapPoint.worldSide).rounded() } ?? 0
      first = first ?? start
      for point in points {
        // The world grid has sixteen units a map point.
        let x = (point.x + turns * MapPoint.worldSide) * 16
        geometry.append(x: (x + 0.5).rounded(.down), y: (point.y * 16 + 0.5).rounded(.down))
      }
      geometry.endRing()
    }
    geometry.endPolygon()
  }

  /// An estimate of the rows of tiles that the shapes cross at a zoom, edge by edge: the cost of a cover.
  func rows(zoom: Int) -> Double {
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    return geometry.ringEnds.indices.reduce(0) { rows, ring in
      let y = geometry.y[geometry.positions(ofRing: ring)]
      return rows + zip(y, y.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) / side + 1 }
    }
  }

  /// The tiles that polygons and lines reach, and those that hold points and are not among them, by row and column.
  func tiles(zoom: Int) -> (cover: TileCover, points: [TileID]) {
    let cover = TileCover(of: geometry, zoom: zoom)
    let tiles = Set(points.map { TileID(containing: $0, zoom: zoom) })
    return (cover, tiles.filter { !cover.contains($0) }.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
  }
}
