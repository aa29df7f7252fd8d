import MapMath

/// Coordinates all over the world, the same in every run, and values computed from them.
struct BenchCoordinates {
  private var coordinates: [Coordinate] = []
  private var points: [MapPoint] = []
  private var tiles: [TileID] = []
  private var ids: [UInt64] = []

  init(count: Int) {
    // Two sequences without pattern: the fractions of multiples of irrational numbers.
    for i in 1...count {
      let (a, b) = (Double(i) * 0.754_877_666_246_692_7, Double(i) * 0.569_840_290_998_053_3)
      coordinates.append(
        Coordinate(latitude: (a - a.rounded(.down)) * 160 - 80, longitude: (b - b.rounded(.down)) * 360 - 180))
    }
    points = coordinates.map { MapPoint($0) }
    tiles = coordinates.map { TileID(containing: $0, zoom: 14) }
    ids = tiles.map(\.hilbertID)
  }

  var count: Int { coordinates.count }

  /// Cameras over the first coordinates, turned, at zooms 2 to 17.
  func cameras(count: Int) -> [Camera] {
    coordinates.prefix(count).enumerated().map { i, place in
      Camera(center: place, zoom512: 2 + Double(i % 16), bearing: Double(i * 37 % 360))
    }
  }

  func pointSum() -> Double { coordinates.reduce(0) { $0 + MapPoint($1).y } }

  func coordinateSum() -> Double { points.reduce(0) { $0 + $1.coordinate.latitude } }

  func scaleSum() -> Double { coordinates.reduce(0) { $0 + MapScale.mapPointsPerMeter(latitude: $1.latitude) } }

  func tileSum() -> Double { coordinates.reduce(0) { $0 + Double(TileID(containing: $1, zoom: 14).x) } }

  func hilbertSum() -> Double { Double(tiles.reduce(UInt64(0)) { $0 &+ $1.hilbertID }) }

  func hilbertBackSum() -> Double { ids.reduce(0) { $0 + Double(TileID(hilbertID: $1)?.y ?? 0) } }

  func inverseSum() -> Double {
    let half = count / 2
    return (0..<half).reduce(0) { $0 + coordinates[$1].distance(to: coordinates[$1 + half]) }
  }

  func directSum() -> Double {
    (0..<count / 2).reduce(0) { sum, i in
      let end = Geodesic.direct(from: coordinates[i], azimuth: Double(i % 360), meters: Double(i) * 30)
      return sum + end.coordinate.latitude
    }
  }
}
