import MapMath

/// A part of a shape in a tile that the shape meets from both sides of the 180th meridian.
struct SharedPart {
  let tile: TileID
  /// The part, in tile units.
  let part: ClipGeometry

  /// The parts of each tile together, tiles in Hilbert order. O(n log n).
  static func joined(_ parts: [SharedPart]) -> [(tile: TileID, part: ClipGeometry)] {
    let order = parts.indices.sorted { (parts[$0].tile.hilbertID, $0) < (parts[$1].tile.hilbertID, $1) }
    var result: [(tile: TileID, part: ClipGeometry)] = []
    for index in order {
      if let last = result.indices.last, result[last].tile == parts[index].tile {
        result[last].part.append(parts[index].part)
      } else {
        result.append((parts[index].tile, parts[index].part))
      }
    }
    return result
  }
}

extension ClipGeometry {
  /// Adds all rings of another geometry, polygon by polygon.
  fileprivate mutating func append(_ other: ClipGeometry) {
    for ring in other.ringEnds.indices where kind == .lines { append(ring: ring, of: other) }
    for polygon in other.polygonEnds.indices {
      for ring in other.rings(ofPolygon: polygon) { append(ring: ring, of: other) }
      endPolygon()
    }
  }
}
