import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SectionScanTests {
  /// Against the distance of every position, each divided for itself: the same position and the same bits.
  @Test func theFarthestPositionIsThatOfAllDistances() {
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let size = Int.random(in: 2...(seed.isMultiple(of: 2) ? 12 : 4_000_000_000), using: &random)
      var line = WorldGeometry(kind: .lines)
      for _ in 0..<Int.random(in: 3...60, using: &random) {
        line.append(
          x: Double(Int.random(in: 0...size, using: &random)), y: Double(Int.random(in: 0...size, using: &random)))
      }
      line.endRing()
      let last = line.x.count - 1
      let found = line.x.withUnsafeBufferPointer { x in
        line.y.withUnsafeBufferPointer { y in SectionScan.farthest(x, y, 0, last) }
      }
      var expected = (position: 0, distance: -1.0)
      for index in 1..<last {
        let distance = distance(of: index, from: last, line)
        if distance > expected.distance { expected = (index, distance) }
      }
      #expect(found.position == expected.position && found.distance == expected.distance, "seed \(seed)")
    }
  }

  /// The distance of a position from the segment between the first and the last.
  private func distance(of index: Int, from last: Int, _ line: WorldGeometry) -> Double {
    let (px, py) = (line.x[index], line.y[index])
    let (ax, ay, bx, by) = (line.x[0], line.y[0], line.x[last], line.y[last])
    let (dx, dy) = (bx - ax, by - ay)
    let squared = dx * dx + dy * dy
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    let along = ((px - ax) * dx + (py - ay) * dy) / squared
    if squared == 0 || along <= 0 { return length(px - ax, py - ay) }
    if along >= 1 { return length(px - bx, py - by) }
    return abs(((ay - py) * dx - (ax - px) * dy) / squared) * squared.squareRoot()
  }
}
