import MapMath

/// A polygon in map points: its exterior and its holes. The first position of a ring is not repeated.
///
/// The exterior runs clockwise on the map, and holes run counterclockwise.
public struct OverlayPolygon: Sendable, Hashable {
  /// The outer ring.
  public var exterior: [MapPoint]
  /// The rings of the holes.
  public var holes: [[MapPoint]]

  /// Creates a polygon.
  public init(exterior: [MapPoint], holes: [[MapPoint]] = []) {
    self.exterior = exterior
    self.holes = holes
  }

  /// All rings of the polygon: the exterior, then the holes.
  public var rings: [[MapPoint]] { [exterior] + holes }

  /// The rings in degrees, the exterior first.
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
