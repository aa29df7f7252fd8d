import Foundation
import MapMath
import OvertileClustering
import OvertileCore

/// Reads points by plain scanning: the last two numbers of each line are a longitude and a latitude.
enum PointFile {
  /// The points of a file, ranked by a hash of their lines.
  static func read(path: String) throws -> (x: Column<UInt32>, y: Column<UInt32>) {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    var ranked: [(key: UInt64, point: WorldPoint)] = []
    data.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = bytes[start..<end]
        if let coordinate = coordinate(line) { ranked.append((hash(line), WorldPoint(coordinate))) }
        start = end + 1
      }
    }
    ranked.sort { ($0.key, $0.point.x, $0.point.y) < ($1.key, $1.point.x, $1.point.y) }
    return (Column(ranked.map(\.point.x)), Column(ranked.map(\.point.y)))
  }

  private static func coordinate(_ line: Slice<UnsafeRawBufferPointer>) -> Coordinate? {
    let numbers = line.split { !(0x30...0x39).contains($0) && $0 != 0x2D && $0 != 0x2E && $0 != 0x65 }
      .compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    guard let latitude = numbers.last, let longitude = numbers.dropLast().last else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// FNV-1a.
  private static func hash(_ line: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    line.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
