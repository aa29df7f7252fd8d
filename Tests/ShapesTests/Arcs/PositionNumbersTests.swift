import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct PositionNumbersTests {
  /// Against a dictionary: walks over a few positions, which turn back, leap, and pass others' ways in both directions.
  @Test func positionsAreNumberedAsTheyAreFirstSeen() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let side = Int.random(in: 2...60, using: &random)
      var shape = WorldGeometry(kind: .lines)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        var (index, step) = (Int.random(in: 0..<side * side, using: &random), 1)
        for _ in 0..<Int.random(in: 2...300, using: &random) {
          shape.append(x: Double(index % side), y: Double(index / side))
          if Int.random(in: 0..<20, using: &random) == 0 { step = -step }
          if Int.random(in: 0..<30, using: &random) == 0 { index = Int.random(in: 0..<side * side, using: &random) }
          index = (index + step + side * side) % (side * side)
        }
        shape.endRing()
      }
      var positions = PositionNumbers(OrderedShapes([shape]), enough: Int.random(in: 1...200, using: &random))
      var numbers: [Int32] = []
      for line in shape.ringEnds.indices { positions.append(shape.positions(ofRing: line), of: shape, to: &numbers) }
      var known: [SIMD2<Double>: Int32] = [:]
      let expected = shape.x.indices.map { index in
        let position = SIMD2(shape.x[index], shape.y[index])
        if known[position] == nil { known[position] = Int32(known.count) }
        return known[position]
      }
      #expect(numbers == expected, "seed \(seed)")
      #expect(positions.x.count == known.count && positions.y.count == known.count, "seed \(seed)")
    }
  }
}
