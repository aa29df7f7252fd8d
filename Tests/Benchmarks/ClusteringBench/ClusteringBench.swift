import Foundation
import MapMath
import OvertileClustering
import OvertileCore

/// Measures the clustering of points from a file: seconds, and nodes per zoom.
///
///     ClusteringBench FILE [runs]
///
/// FILE holds GeoJSON points, one feature a line, or lines of "longitude latitude" in degrees. Points are ranked by a
/// hash of their line, as a pipeline ranks them by a hash of their content.
@main
enum ClusteringBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      FileHandle.standardError.write(Data("usage: ClusteringBench FILE [runs]\n".utf8))
      exit(64)
    }
    let points = try PointFile.read(path: arguments[1])
    let runs = arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3
    print("\(points.x.count) points")
    let options = ClusterOptions()
    for run in 1...max(runs, 1) {
      let start = processSeconds()
      let hierarchy = try options.hierarchy(x: points.x, y: points.y)
      let seconds = processSeconds() - start
      print("run \(run): \(rounded(seconds)) s of CPU, \(hierarchy.clusterCount) clusters")
      if run == runs { report(hierarchy) }
    }
  }

  private static func report(_ hierarchy: ClusterHierarchy) {
    for zoom in hierarchy.zooms.reversed() {
      print("zoom \(zoom): \(hierarchy.visibleNodes(atZoom: zoom).count) nodes")
    }
    let numbers = Column((0..<UInt64(hierarchy.pointCount)).map { $0 &* 0x9E37_79B9_7F4A_7C15 })
    measure("ids") { hierarchy.clusterIDs(stableKeys: numbers) }
    let integers = AggregateColumn(values: Column(numbers.lazy.map { Int64($0 >> 40) }))
    let doubles = AggregateColumn(values: Column(numbers.lazy.map { Double($0 >> 40) / 10 }))
    let codes = AggregateColumn(values: Column(numbers.lazy.map { UInt32($0 >> 58) }))
    measure("sums of integers") { hierarchy.sums(of: integers) }
    measure("sums of doubles") { hierarchy.sums(of: doubles) }
    measure("minima of integers") { hierarchy.minima(of: integers) }
    measure("first points") { hierarchy.firstPoints() }
    measure("up to 5 of 64 distinct values") {
      (0..<hierarchy.clusterCount).map { hierarchy.distinctValues(ofCluster: $0, codes, limit: 5).codes.count }
    }
  }

  private static func measure<Result>(_ name: String, _ work: () -> Result) {
    let start = processSeconds()
    withExtendedLifetime(work()) {}
    print("\(name): \(rounded(processSeconds() - start)) s")
  }

  private static func processSeconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }

  private static func rounded(_ seconds: Double) -> String {
    String(format: "%.3f", seconds)
  }
}
