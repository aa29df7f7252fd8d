import MapMath

/// A polygon that consists of an exterior ring and holes, in map points. The first position of a ring is not repeated
/// at the end.
///
/// The exterior ring is clockwise on the map, and holes are counterclockwise.
public struct OverlayPolygon: Sendable, Hashable {
  /// The exterior ring of the polygon.
  public var exterior: [MapPoint]
  /// The rings of the polygon's holes.
  public var holes: [[MapPoint]]

  /// Creates a polygon with the given exterior ring and holes.
  public init(exterior: [MapPoint], holes: [[MapPoint]] = []) {
    self.exterior = exterior
    self.holes = holes
  }

  /// All rings of the polygon. The exterior ring comes first.
  public var rings: [[MapPoint]] { [exterior] + holes }

  /// The coordinates of all rings of the polygon. The exterior ring comes first.
  public var coordinates: [[Coordinate]] { rings.map { $0.map(\.coordinate) } }

  /// The polygons of a geometry of the world grid.
  static func polygons(_ geometry: WorldGeometry) -> [OverlayPolygon] {
    let scale = MapPoint.worldSide / WorldGrid.side
    return geometry.polygonEnds.indices.compactMap { polygon in
      let rings = geometry.rings(ofPolygon: polygon).map { ring in
        geometry.positions(ofRing: ring).dropLast().map {
          MapPoint(x: geometry.x[$0] * scale, y: geometry.y[$0] * scale)
        }
      }
      return rings.first.map { OverlayPolygon(exterior: $0, holes: Array(rings.dropFirst())) }
    }
  }
}
