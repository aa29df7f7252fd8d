/// The area or coordinates that a camera should show.
public indirect enum CameraTarget: Sendable, Hashable {
  /// Separate coordinates. The view crosses the antimeridian if that makes it narrower, because it excludes the largest
  /// gap between the longitudes.
  case coordinates([Coordinate])
  /// A line, in which each segment takes the shorter way around the world.
  case line([Coordinate])
  /// The outer ring of a polygon, open or closed, in which each side takes the shorter way around the world.
  case polygon([Coordinate])
  /// The area between a southwestern and a northeastern corner. It crosses the antimeridian if the western longitude is
  /// greater than the eastern longitude.
  case bounds(southwest: Coordinate, northeast: Coordinate)
  /// A rectangle on the plane, which may extend beyond x = 0 or 2^28.
  case rect(MapRect)
  /// Positions on the plane, such as a convex hull of coordinates. They may be beyond x = 0 or 2^28, and they are not
  /// wrapped.
  case mapPoints([MapPoint])
  /// The area within a given distance from a center, in meters along the ellipsoid. MapKit uses a square for a circle
  /// instead.
  case circle(center: Coordinate, radiusMeters: Double)
  /// The parts of one or several features, each moved by whole turns around the world so that together they exclude the
  /// largest gap between them.
  ///
  /// Use one part of `coordinates` for a multipoint, one part for each line of a multiline, one part for each polygon
  /// of a multipolygon, and any of these for a collection. Parts that are empty are ignored.
  case parts([CameraTarget])
  /// A geometry on the world grid, whose rings are combined as in `parts`. The geometry may be cut at the antimeridian.
  case geometry(WorldGeometry)

  /// The corners of the target on the plane, unwrapped: a camera shows all of it when it shows all of these.
  func corners() throws(CameraError) -> [MapPoint] {
    let points = try points()
    guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { throw .nothingToFit }
    return points
  }

  /// The corners, none for a target that is empty.
  private func points() throws(CameraError) -> [MapPoint] {
    switch self {
    case .coordinates(let coordinates):
      try Self.check(coordinates)
      return Self.together(coordinates.map { [MapPoint(unwrapped: $0)] })
    case .line(let ring), .polygon(let ring):
      try Self.check(ring)
      return MapPoint.unwrapped(ring)
    case .bounds(let southwest, var northeast):
      try Self.check([southwest, northeast])
      if southwest.longitude > northeast.longitude { northeast.longitude += 360 }
      return Self.corners(from: MapPoint(unwrapped: southwest), to: MapPoint(unwrapped: northeast))
    case .rect(let rect):
      if rect.isNull { return [] }
      return Self.corners(from: MapPoint(x: rect.minX, y: rect.maxY), to: MapPoint(x: rect.maxX, y: rect.minY))
    case .mapPoints(let positions): return positions
    case .circle(let center, let radius):
      try Self.check([center])
      guard radius >= 0, radius <= 20_000_000 else { throw .nothingToFit }
      return Self.circle(center, meters: radius)
    case .parts(let parts): return Self.together(try parts.map { part throws(CameraError) in try part.points() })
    case .geometry(let geometry): return Self.together(Self.parts(of: geometry))
    }
  }

  private static func check(_ coordinates: [Coordinate]) throws(CameraError) {
    let areUsable = coordinates.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 3600 }
    guard areUsable else { throw .nothingToFit }
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
