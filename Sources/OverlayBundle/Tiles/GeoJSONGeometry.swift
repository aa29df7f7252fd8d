import MapMath

/// Reads the geometry of a feature of a tile, in degrees, into tile units.
struct GeoJSONGeometry {
  private let tile: TileID
  private let extent: UInt32
  // For coordinates before their type is known: rings, lines or sets of points are parts.
  private var geometry = TileGeometry(kind: .points)

  /// Prepares to read a geometry of a tile.
  init(tile: TileID, extent: UInt32) { (self.tile, self.extent) = (tile, extent) }

  /// The geometry at the cursor.
  consuming func read(_ cursor: inout JSONCursor) throws -> TileGeometry {
    var type = ""
    var depth = 0
    var reader = self
    try cursor.object { cursor, key in
      switch key {
      case "type": type = try cursor.string()
      case "coordinates" where depth == 0: depth = try reader.readPositions(&cursor, level: 1)
      default: try cursor.skip()
      }
    }
    guard !reader.geometry.isEmpty else { throw cursor.fault("a geometry without positions") }
    switch (type, depth) {
    case ("Point", 1): reader.geometry.endPart()
    case ("MultiPoint", 2): break
    case ("LineString", 2), ("MultiLineString", 3): reader.geometry.kind = .lines
    case ("Polygon", 3), ("MultiPolygon", 4):
      reader.geometry.kind = .polygons
      try reader.openRings(cursor)
    default: throw cursor.fault("coordinates \(depth) deep in a geometry of type \"\(type)\"")
    }
    return reader.geometry
  }

  /// Reads an array of coordinates and returns its depth: 1 is a position.
  private mutating func readPositions(_ cursor: inout JSONCursor, level: Int) throws -> Int {
    guard level <= 4 else { throw cursor.fault("coordinates more than 4 deep") }
    var numbers: [Double] = []
    var inner = 0
    try cursor.array { cursor in
      if cursor.isAtArray {
        let depth = try readPositions(&cursor, level: level + 1)
        guard inner == 0 || inner == depth else { throw cursor.fault("coordinates of several depths") }
        inner = depth
      } else {
        guard let number = try cursor.scalar().number else { throw cursor.fault("a coordinate that is not a number") }
        if numbers.count < 2 { numbers.append(number) }
      }
    }
    if inner == 0 {
      guard numbers.count == 2 else { throw cursor.fault("a position of \(numbers.count) numbers") }
      try append(longitude: numbers[0], latitude: numbers[1], cursor)
    } else if !numbers.isEmpty {
      throw cursor.fault("a number among arrays of coordinates")
    }
    if inner == 1 { geometry.endPart() }
    return inner + 1
  }

  private mutating func append(longitude: Double, latitude: Double, _ cursor: JSONCursor) throws {
    let side = Double(UInt64(1) << UInt64(tile.z))
    let x = ((Mercator.x(longitude: longitude) * side - Double(tile.x)) * Double(extent)).rounded()
    let y = ((Mercator.y(latitude: latitude) * side - Double(tile.y)) * Double(extent)).rounded()
    guard let x = Int32(exactly: x), let y = Int32(exactly: y) else {
      throw cursor.fault("a position far outside its tile")
    }
    geometry.append(x: x, y: y)
  }

  /// Turns closed rings, which run the other way in GeoJSON, into those of tiles.
  private mutating func openRings(_ cursor: JSONCursor) throws {
    var open = TileGeometry(kind: .polygons)
    for part in geometry.partEnds.indices {
      let ring = geometry.positions(ofPart: part)
      let (first, last) = (ring.lowerBound, ring.upperBound - 1)
      guard ring.count >= 4, geometry.x[first] == geometry.x[last], geometry.y[first] == geometry.y[last] else {
        throw cursor.fault("a ring that is not closed")
      }
      for position in ring.dropFirst().reversed() { open.append(x: geometry.x[position], y: geometry.y[position]) }
      open.endPart()
    }
    geometry = open
  }
}
