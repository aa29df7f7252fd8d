import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct BoxFrameTests {
  private typealias Segment = SegmentContact.Segment

  /// Long segments side by side, all nearly in one direction.
  private static func sheaf(_ count: Int, dx: Double, dy: Double, _ random: inout SeededRandom) -> [Segment] {
    (0..<count).map { _ in
      let (x, y) = (Double(Int.random(in: 0...4000, using: &random)), Double(Int.random(in: 0...4000, using: &random)))
      let shift = Double(Int.random(in: -3...3, using: &random))
      return Segment(ax: x, ay: y, bx: x + dx + shift, by: y + dy)
    }
  }

  private static func pairs(_ segments: [Segment], _ boxes: [BoxTree.Box]) -> (met: Int, touching: Set<[Int]>) {
    let tree = BoxTree(boxes)
    var (met, touching) = (0, Set<[Int]>())
    for (number, segment) in segments.enumerated() {
      _ = tree.allSatisfy(meeting: boxes[number]) { other in
        guard other > number else { return true }
        met += 1
        if segment.box.meets(segments[other].box), SegmentContact.touch(segment, segments[other]) {
          touching.insert([number, other])
        }
        return true
      }
    }
    return (met, touching)
  }

  @Test(arguments: [(3000.0, 3000.0), (3000, -1500), (-500, 3000), (4_000_000_000, 1_000_000_000)])
  func turnedBoxesFindAllThatTouchAndLittleElse(dx: Double, dy: Double) {
    for seed in seeds(5) {
      var random = SeededRandom(seed: seed)
      let segments = Self.sheaf(300, dx: dx, dy: dy, &random)
      let frame = BoxFrame.suiting(segments.count) { segments[$0] }
      #expect(frame.isTurned, "seed \(seed)")
      let (many, expected) = Self.pairs(segments, segments.map(\.box))
      let (few, found) = Self.pairs(segments, segments.map { frame.box(of: $0) })
      #expect(found == expected, "seed \(seed)")
      #expect(few * 5 < many, "seed \(seed)")
    }
  }

  @Test func uprightSegmentsKeepTheirBoxes() {
    var random = SeededRandom(seed: 1)
    let segments = Self.sheaf(100, dx: 0, dy: 3000, &random) + Self.sheaf(10, dx: 3000, dy: 0, &random)
    #expect(!BoxFrame.suiting(segments.count) { segments[$0] }.isTurned)
    #expect(!BoxFrame.suiting(0) { segments[$0] }.isTurned)
  }

  /// The corners of a box are in its turned box.
  @Test func boxesHoldTheirCorners() {
    var random = SeededRandom(seed: 2)
    let segments = Self.sheaf(100, dx: 3000, dy: 2000, &random)
    let frame = BoxFrame.suiting(segments.count) { segments[$0] }
    let box = frame.box(of: BoxTree.Box(minX: 10, minY: 20, maxX: 200, maxY: 90))
    for (x, y) in [(10.0, 20.0), (10, 90), (200, 20), (200, 90), (100, 50)] {
      #expect(box.meets(frame.box(of: Segment(ax: x, ay: y, bx: x, by: y))))
    }
  }
}
