import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct ShapeColumnsTests {
  @Test func shapesComeBackAsTheyAre() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var shapes = (0..<40).map { _ in ShapeFixtures.anyValid(&random) }
      shapes.append(WorldGeometry(kind: .points))
      shapes.append(ShapeFixtures.lines([[(0, 0), (4, 5)], [(7, 7), (8, 8), (9, 7)]]))
      // Off the grid of 32 bits: the eastern edge, a fraction, and what is west of the map.
      for x in [4_294_967_296, 0.5, -1] { shapes.append(ShapeFixtures.lines([[(1, 1), (x, 2)]])) }
      // Large.
      shapes.append(ShapeFixtures.polygons([[ShapeFixtures.spiral(x: 1e6, y: 1e6, radius: 1e5, turns: 3, count: 700)]]))
      shapes.shuffle(using: &random)
      var columns = ShapeColumns()
      for shape in shapes { columns.append(shape) }
      #expect(columns.count == shapes.count && columns.isEmpty == shapes.isEmpty, "seed \(seed)")
      var scratch = WorldGeometry(kind: .lines)
      for index in shapes.indices.shuffled(using: &random) {
        columns.read(index, into: &scratch)
        let shape = shapes[index]
        let isDescribed =
          columns.kind(index) == shape.kind && columns.positionCount(index) == shape.x.count
          && columns.bounds(index) == shape.bounds
        #expect(isDescribed && scratch == shape && columns[index] == shape, "seed \(seed), shape \(index)")
      }
      var joined = ShapeColumns()
      let first = Int.random(in: 0...shapes.count, using: &random)
      for part in [shapes[..<first], [], shapes[first...]] {
        var columns = ShapeColumns()
        for shape in part { columns.append(shape) }
        joined.append(columns)
      }
      #expect((0..<joined.count).map { joined[$0] } == shapes, "seed \(seed)")
      shapes[7] = ShapeFixtures.lines([[(3, 3), (5, 5)]])
      columns[7] = shapes[7]
      #expect((0..<columns.count).map { columns[$0] } == shapes, "seed \(seed)")
    }
  }
}
