import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SegmentTests {
  private func segment(_ random: inout SeededRandom, within side: Int) -> SegmentContact.Segment {
    func number() -> Double { Double(Int.random(in: 0..<side, using: &random)) }
    return SegmentContact.Segment(ax: number(), ay: number(), bx: number(), by: number())
  }

  /// Against the solution of two linear equations in integers.
  @Test func contactsAreThoseOfSmallIntegers() {
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let (s, t) = (segment(&random, within: 5), segment(&random, within: 5))
      let brute = Brute(s, t)
      let touches = s.box.meets(t.box) && SegmentContact.touch(s, t)
      let crosses = [SegmentContact.crossInside(s, t), SegmentContact.crossInside(t, s)]
      #expect(brute.touches == touches && crosses.allSatisfy { $0 == brute.crossesInside }, "seed \(seed): \(s) \(t)")
    }
  }

  @Test func sidesAreExactAtTheSizeOfTheWorld() {
    let side = WorldGrid.side
    let line = SegmentContact.Segment(ax: -side, ay: 1, bx: 2 * side - 1, by: side - 2)
    // Products of 2^65 that differ by little: doubles would put these positions on the lines.
    let almost = SegmentContact.Segment(ax: 0, ay: 0, bx: side - 1, by: side - 2)
    for (line, x, y, found) in [
      (line, line.ax, line.ay, 0), (line, line.ax + 3, line.ay + 1, 1), (almost, side - 2, side - 3, -1),
      (almost, side - 1, side - 2, 0), (almost, 1, 1, 1),
    ] {
      #expect(SegmentContact.side(line, x, y) == found)
    }
  }

  @Test func treesFindWhatMeetsABox() {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...300, using: &random)
      let boxes = (0..<count).map { _ in segment(&random, within: 100).box }
      let tree = BoxTree(boxes)
      for _ in 0..<20 {
        let query = segment(&random, within: 100).box
        var found: [Int] = []
        let areAll = tree.allSatisfy(meeting: query) {
          found.append($0)
          return true
        }
        #expect(areAll && found.sorted() == boxes.indices.filter { boxes[$0].meets(query) }, "seed \(seed)")
      }
    }
  }

  /// A ring that crosses itself five times.
  private func pentagram(scale: Double) -> WorldGeometry {
    let corners: [ShapeFixtures.Position] = [(0, 300), (300, 300), (50, 100), (150, 400), (250, 100)]
    return ShapeFixtures.polygons([[corners.map { ($0.x * scale, $0.y * scale) }]])
  }

  @Test func crossingsAreCounted() {
    let star = pentagram(scale: 1e6)
    #expect(star.segmentPairs(mostClose: 100).crossing == 5)
    #expect(star.segmentPairs(mostClose: 2).close == 3)
  }

  @Test func repairsBeyondABudgetAreRejected() throws {
    let engine = try GeometryEngine()
    let star = pentagram(scale: 1)
    for budget in [ShapeBudget(crossings: 4, vertices: 100), ShapeBudget(crossings: 5, vertices: 5)] {
      #expect { try engine.makeValid(star, within: budget) } throws: { ($0 as? ShapeError)?.code == .tooComplex }
    }
    let repaired = try engine.makeValid(star, within: ShapeBudget(crossings: 5, vertices: 6))
    #expect(try repaired == engine.makeValid(star) && repaired.isRepaired)
  }

  /// A shape is in no more tiles than estimated, and in not many fewer if there are many.
  @Test func tilesAreReckoned() throws {
    let engine = try GeometryEngine()
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let shape = ShapeFixtures.anyValid(&random)
      let rough = shape.roughTileCounts(zooms: 2...8, buffer: 64.0 / 4096)
      for zoom in 2...8 {
        let cut = TileCut(zoom: zoom)
        var count = 0
        try engine.tiles(of: shape, cut) { _, _ in count += 1 }
        let isClose = count <= 100 || rough[zoom - 2] < 2.5 * Double(count)
        #expect(isClose && Double(count) <= rough[zoom - 2].rounded(.up), "seed \(seed), zoom \(zoom)")
      }
    }
  }
}

/// Two segments of small whole coordinates by the solution of their two equations.
private struct Brute {
  let touches: Bool
  let crossesInside: Bool

  init(_ s: SegmentContact.Segment, _ t: SegmentContact.Segment) {
    func cross(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) -> Int { ax * by - ay * bx }
    let (sax, say, sbx, sby) = (Int(s.ax), Int(s.ay), Int(s.bx), Int(s.by))
    let (tax, tay, tbx, tby) = (Int(t.ax), Int(t.ay), Int(t.bx), Int(t.by))
    let (rx, ry, ux, uy) = (sbx - sax, sby - say, tbx - tax, tby - tay)
    let denominator = cross(rx, ry, ux, uy)
    func holds(_ x: Int, _ y: Int, _ o: SegmentContact.Segment) -> Bool {
      cross(Int(o.bx) - Int(o.ax), Int(o.by) - Int(o.ay), x - Int(o.ax), y - Int(o.ay)) == 0
        && o.box.meets(WorldBounds(minX: Double(x), minY: Double(y), maxX: Double(x), maxY: Double(y)))
    }
    let ends = [(sax, say, t), (sbx, sby, t), (tax, tay, s), (tbx, tby, s)]
    let endsOn = ends.filter { holds($0.0, $0.1, $0.2) }
    let isInside = endsOn.contains { !$0.2.ends(atX: Double($0.0), y: Double($0.1)) }
    var isProper = false
    if denominator != 0 {
      let a = cross(tax - sax, tay - say, ux, uy)
      let b = cross(tax - sax, tay - say, rx, ry)
      let sign = denominator > 0 ? 1 : -1
      let range = 1..<abs(denominator)
      isProper = range.contains(a * sign) && range.contains(b * sign)
    }
    touches = isProper || !endsOn.isEmpty
    crossesInside = isProper || isInside
  }
}
