import MapMath

/// A part of a shape in a tile, before its positions are rounded to tile units.
struct TilePart {
  let tile: TileID
  private let cut: TileCut
  private let column, row: Int
  /// The part, in world grid units; nil if the shape covers the whole tile with its buffer.
  private let geometry: ClipGeometry?

  init(_ leaf: TileDescent.Leaf, _ cut: TileCut) {
    self.cut = cut
    (column, row, geometry) = (leaf.column, leaf.row, leaf.geometry?.grouped())
    tile = cut.tile(column: column, row: row)
  }

  private init(_ part: TilePart, polygon: ClipGeometry) {
    (tile, cut, column, row, geometry) = (part.tile, part.cut, part.column, part.row, polygon)
  }

  /// The part in whole tile units.
  func rounded() -> ClipGeometry {
    geometry?.quantized(cut, column: column, row: row) ?? ClipGeometry(cut.wholeTile)
  }

  /// The part in tile units.
  func exact() -> WorldGeometry {
    guard let geometry else { return cut.wholeTile }
    var exact = geometry.geometry()
    let (west, north) = (Double(column) * cut.tileSide, Double(row) * cut.tileSide)
    let scale = Double(cut.extent) / cut.tileSide
    exact.x = exact.x.map { ($0 - west) * scale }
    exact.y = exact.y.map { ($0 - north) * scale }
    return exact
  }

  /// The polygons of the part, each by itself.
  func polygons() -> [TilePart] {
    guard let geometry, geometry.polygonEnds.count > 1 else { return [self] }
    return geometry.polygonEnds.indices.map { polygon in
      var single = ClipGeometry(kind: .polygons)
      for ring in geometry.rings(ofPolygon: polygon) { single.append(ring: ring, of: geometry) }
      single.endPolygon()
      return TilePart(self, polygon: single)
    }
  }
}

extension ClipGeometry {
  /// Adds all rings of another geometry, polygon by polygon.
  mutating func append(_ other: ClipGeometry) {
    for ring in other.ringEnds.indices where kind == .lines { append(ring: ring, of: other) }
    for polygon in other.polygonEnds.indices {
      for ring in other.rings(ofPolygon: polygon) { append(ring: ring, of: other) }
      endPolygon()
    }
  }
}
