import Foundation
import MapMath

/// Measures the hot operations of map arithmetic: how many a second, on one core.
///
///     MapMathBench [runs]
///
/// Prints a line per operation, "name: count in seconds s of CPU, sum", the fastest of several runs. The sums keep the
/// optimizer from removing the work, and show that a change of the code has not changed its results.
@main
enum MapMathBench {
  static func main() throws {
    let runs = max(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3, 1)
    let places = BenchCoordinates(count: 1_000_000)
    let cameras = places.cameras(count: 2_000)
    measure("coordinates to map points", places.count, runs) { places.pointSum() }
    measure("map points to coordinates", places.count, runs) { places.coordinateSum() }
    measure("points per meter", places.count, runs) { places.scaleSum() }
    measure("tiles of zoom 14", places.count, runs) { places.tileSum() }
    measure("Hilbert ids of zoom 14", places.count, runs) { places.hilbertSum() }
    measure("tiles from Hilbert ids", places.count, runs) { places.hilbertBackSum() }
    measure("geodesics, inverse", places.count / 2, runs) { places.inverseSum() }
    measure("geodesics, direct", places.count / 2, runs) { places.directSum() }
    measure("viewport covers, flat", cameras.count, runs) { coverSum(cameras, pitch: 0) }
    measure("viewport covers, pitch 60", cameras.count, runs) { coverSum(cameras, pitch: 60) }
    measure("fits of 5 places, pitch 45", cameras.count, runs) { fitSum(cameras) }
  }

  private static func measure(_ name: String, _ count: Int, _ runs: Int, _ work: () -> Double) {
    var (best, sum) = (Double.infinity, 0.0)
    for _ in 0..<runs {
      let start = clock()
      sum = work()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    print("\(name): \(count) in \(String(format: "%.4f", best)) s of CPU, sum \(sum)")
  }

  /// The number of tiles in views of a phone.
  private static func coverSum(_ cameras: [Camera], pitch: Double) -> Double {
    let viewport = MapViewport(width: 390, height: 844)
    let options = TileCover.Options(tileSize: 256)
    var sum = 0.0
    for var camera in cameras {
      camera.pitch = pitch
      guard let cover = try? camera.visibleTiles(in: viewport, options: options) else { continue }
      sum += Double(cover.count)
    }
    return sum
  }

  /// The zooms at which five points around each camera are framed.
  private static func fitSum(_ cameras: [Camera]) -> Double {
    var fit = CameraFit(in: MapViewport(width: 390, height: 844))
    (fit.padding, fit.pitch) = (ScreenPadding(all: 40), 45)
    var sum = 0.0
    for camera in cameras {
      fit.bearing = camera.bearing
      let places = (0..<5).map { i in
        Coordinate(
          latitude: camera.center.latitude + Double(i % 3) / 100, longitude: camera.center.longitude + Double(i) / 100)
      }
      guard let found = try? fit.camera(showing: .coordinates(places)) else { continue }
      sum += found.zoom512
    }
    return sum
  }
}
