/// The area or coordinates that a camera should show.
public indirect enum CameraTarget: Sendable, Hashable {
  /// Coordinates, over the antimeridian where that is shorter: the largest gap between their longitudes is left out.
  case coordinates([Coordinate])
  /// A line: each segment takes the shorter way around the world.
  case line([Coordinate])
  /// The outer ring of a polygon, open or closed: each side takes the shorter way around the world.
  case polygon([Coordinate])
  /// From a south-western to a north-eastern corner; with west beyond east it crosses the antimeridian.
  case bounds(southwest: Coordinate, northeast: Coordinate)
  /// A rectangle on the plane, which may reach beyond x 0 or 2^28.
  case rect(MapRect)
  /// Positions on the plane, which may lie beyond x 0 or 2^28: nothing is wrapped. A convex hull of coordinates, for one.
  case mapPoints([MapPoint])
  /// The coordinates within so many meters of a center along the ellipsoid, not MapKit's square around it.
  case circle(center: Coordinate, radiusMeters: Double)
  /// A whole feature or several: each part by itself, moved by whole turns so that together they leave out the
  /// largest gap between them. A multipoint is one of `coordinates`, a multiline of lines, a multipolygon of polygons, and
  /// a collection of any of these. Parts that hold nothing are ignored.
  case parts([CameraTarget])
  /// A geometry on the world grid, its rings together as in `parts`; cut at the antimeridian or not.
  case geometry(WorldGeometry)

  /// The corners of the target on the plane, unwrapped: a camera shows all of it when it shows all of these.
  func corners() throws(CameraError) -> [MapPoint] {
    let points: [MapPoint]
    switch self {
    case .coordinates(let coordinates):
      points = Self.areUsable(coordinates) ? Self.together(coordinates.map { [MapPoint(unwrapped: $0)] }) : []
    case .line(let ring), .polygon(let ring): points = Self.areUsable(ring) ? MapPoint.unwrapped(ring) : []
    case .bounds(let southwest, var northeast):
      guard Self.areUsable([southwest, northeast]) else { throw .nothingToFit }
      if southwest.longitude > northeast.longitude { northeast.longitude += 360 }
      points = Self.corners(from: MapPoint(unwrapped: southwest), to: MapPoint(unwrapped: northeast))
    case .rect(let rect):
      points = Self.corners(from: MapPoint(x: rect.minX, y: rect.maxY), to: MapPoint(x: rect.maxX, y: rect.minY))
    case .mapPoints(let positions): points = positions
    case .circle(let center, let radius):
      guard Self.areUsable([center]), radius >= 0, radius <= 20_000_000 else { throw .nothingToFit }
      points = Self.circle(center, meters: radius)
    case .parts(let parts):
      let held = try parts.map { part throws(CameraError) in part.isNothing ? [] : try part.corners() }
      points = Self.together(held)
    case .geometry(let geometry): points = Self.together(Self.parts(of: geometry))
    }
    guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { throw .nothingToFit }
    return points
  }

  private static func areUsable(_ coordinates: [Coordinate]) -> Bool {
    coordinates.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 3600 }
  }

  private static func corners(from southwest: MapPoint, to northeast: MapPoint) -> [MapPoint] {
    [
      southwest, northeast, MapPoint(x: southwest.x, y: northeast.y), MapPoint(x: northeast.x, y: southwest.y),
    ]
  }

  /// A polygon around the circle: 128 sides that touch it, so at most 0.03 % too large.
  private static func circle(_ center: Coordinate, meters: Double) -> [MapPoint] {
    let sides = 128
    let reach = meters / cos(.pi / Double(sides))
    let ring = (0..<sides).map { side in
      Geodesic.direct(from: center, azimuth: Double(side) * 360 / Double(sides), meters: reach).coordinate
    }
    let poles = [90.0, -90].filter { pole in
      Geodesic.distance(from: center, to: Coordinate(latitude: pole, longitude: center.longitude)) <= meters
    }
    guard !poles.isEmpty else { return MapPoint.unwrapped([center] + ring) }
    // Around a pole the circle includes every longitude.
    let latitudes = ring.map(\.latitude) + poles
    let turn = [center.longitude - 180, center.longitude + 180]
    return corners(
      from: MapPoint(unwrapped: Coordinate(latitude: latitudes.min() ?? -90, longitude: turn[0])),
      to: MapPoint(unwrapped: Coordinate(latitude: latitudes.max() ?? 90, longitude: turn[1])))
  }
}
