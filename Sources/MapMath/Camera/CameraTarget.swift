#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a camera is to show.
public enum CameraTarget: Sendable, Hashable {
  /// Places, over the 180th meridian where that is shorter: the largest gap between their longitudes is left out.
  /// Also a whole feature, as the list of its positions.
  case coordinates([Coordinate])
  /// The ring of a polygon, open or closed: each side takes the shorter way round the world.
  case polygon([Coordinate])
  /// From a south-western to a north-eastern corner; with west beyond east it crosses the 180th meridian.
  case bounds(southwest: Coordinate, northeast: Coordinate)
  /// A rectangle on the plane, which may reach beyond x 0 or 2^28.
  case rect(MapRect)
  /// Positions on the plane, which may lie beyond x 0 or 2^28: nothing is wrapped. A convex hull of places, for one.
  case mapPoints([MapPoint])
  /// The places within so many metres of a centre along the ellipsoid, not MapKit's square around it.
  case circle(center: Coordinate, radiusMeters: Double)

  /// The corners of the target on the plane, unwrapped: a camera shows all of it when it shows all of these.
  func corners() throws(CameraError) -> [MapPoint] {
    let points: [MapPoint]
    switch self {
    case .coordinates(let places): points = Self.onShortestArc(places)
    case .polygon(let ring): points = Self.areUsable(ring) ? MapPoint.unwrapped(ring) : []
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
    }
    guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { throw .nothingToFit }
    return points
  }

  private static func areUsable(_ places: [Coordinate]) -> Bool {
    places.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 3600 }
  }

  private static func corners(from southwest: MapPoint, to northeast: MapPoint) -> [MapPoint] {
    [
      southwest, northeast, MapPoint(x: southwest.x, y: northeast.y), MapPoint(x: northeast.x, y: southwest.y),
    ]
  }

  /// The places with columns moved by whole turns so that they lie together.
  private static func onShortestArc(_ places: [Coordinate]) -> [MapPoint] {
    guard areUsable(places) else { return [] }
    let points = places.map { MapPoint(unwrapped: $0) }
    guard let arc = CircularArc(covering: points.map(\.wrapped.x), period: MapPoint.worldSide) else { return [] }
    return points.map { point in
      let x = point.wrapped.x
      return MapPoint(x: x < arc.start ? x + MapPoint.worldSide : x, y: point.y)
    }
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
    // Around a pole the circle takes every longitude.
    let latitudes = ring.map(\.latitude) + poles
    let turn = [center.longitude - 180, center.longitude + 180]
    return corners(
      from: MapPoint(unwrapped: Coordinate(latitude: latitudes.min() ?? -90, longitude: turn[0])),
      to: MapPoint(unwrapped: Coordinate(latitude: latitudes.max() ?? 90, longitude: turn[1])))
  }
}
