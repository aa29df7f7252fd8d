import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct ShapeBlocksTests {
  /// Coverages apart from each other, and two that lie over each other; with points, which are in no block.
  private func shapes(_ random: inout SeededRandom) throws -> [WorldGeometry] {
    let engine = try GeometryEngine()
    var shapes: [WorldGeometry] = []
    for (column, row) in [(0, 0), (1, 0), (0, 1), (3, 3), (3, 3), (5, 2)] {
      let grid = CoverageFixtures(&random, side: 3, length: 1000, steps: 6)
      for var cell in try column == 1 ? grid.shapes(&random, count: 3, engine) : grid.cells {
        for index in cell.x.indices {
          cell.x[index] += Double(column) * 9000
          cell.y[index] += Double(row) * 9000
        }
        shapes.append(cell)
      }
    }
    let point = ShapeFixtures.points([(1500, 1500)])
    shapes += [point, ShapeFixtures.lines([[(40_000, 40_000), (40_500, 40_300), (41_000, 40_000)]])]
    return shapes.shuffled(using: &random)
  }

  @Test func blocksGiveWhatAllShapesTogetherGive() throws {
    let tolerances = [2000.0, 500, 120, 30]
    for seed in seeds(8) {
      var random = SeededRandom(seed: seed)
      let shapes = try shapes(&random)
      let blocks = ShapeBlocks(shapes, enough: 100)
      // The line may share a block with a coverage.
      #expect(5...6 ~= blocks.count, "seed \(seed)")
      var whole = CoverageSimplifier(OrderedShapes(shapes))
      for tolerance in tolerances { #expect(try whole.addLevel(tolerance: tolerance) {}) }
      var position = 0
      for block in 0..<blocks.count {
        let members = blocks[block].map { shapes[Int($0)] }
        #expect(members.reduce(0) { $0 + $1.x.count } == blocks.positionCounts[block])
        var simplifier = CoverageSimplifier(OrderedShapes(members))
        for tolerance in tolerances { #expect(try simplifier.addLevel(tolerance: tolerance) {}) }
        for (number, index) in blocks[block].enumerated() {
          let found = blocks.block(at: position)
          #expect(found?.block == block && found?.number == number && blocks.order[position] == UInt32(index))
          position += 1
          for level in tolerances.indices {
            #expect(
              simplifier.coverage.shape(number, members[number], level: level)
                == whole.coverage.shape(Int(index), shapes[Int(index)], level: level), "seed \(seed), shape \(index)")
          }
        }
      }
      #expect(position == shapes.count { $0.kind != .points }, "seed \(seed)")
      #expect(blocks.block(at: position) == nil && blocks.order.sorted() == (0..<UInt32(shapes.count)).map { $0 })
    }
  }

  @Test func blocksAreTheSameInAnyOrder() throws {
    var random = SeededRandom(seed: 1)
    let shapes = try shapes(&random)
    /// The blocks as sets of shapes.
    func sets(_ shapes: [WorldGeometry]) -> [Set<WorldGeometry>] {
      let blocks = ShapeBlocks(shapes, enough: 100)
      return (0..<blocks.count).map { block in Set(blocks[block].map { shapes[Int($0)] }) }
    }
    #expect(sets(shapes) == sets(shapes.shuffled(using: &random)))
  }

  @Test func shapesWithinAMeterAreInOneBlock() {
    // At the northern edge a meter is more than a thousand units.
    let near = [0.0, 1200].map { ShapeFixtures.polygons([[ShapeFixtures.rectangle(100 + $0, 0, 200 + $0, 10)]]) }
    let far = ShapeFixtures.polygons([[ShapeFixtures.rectangle(9000, 0, 9100, 10)]])
    let shapes = near + [far]
    let blocks = ShapeBlocks(shapes, enough: 1)
    #expect(Set([Set(blocks[0]), Set(blocks[1])]) == [[0, 1], [2]])
    let one = ShapeBlocks(shapes)
    #expect(one.count == 1 && one[0] == [0, 1, 2])
    #expect(ShapeBlocks([]).count == 0)
  }

  /// Some of the shapes of columns are divided as if they were all.
  @Test func someOfTheShapes() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let shapes = try shapes(&random)
      var columns = ShapeColumns()
      for shape in shapes { columns.append(shape) }
      let some = (0..<UInt32(shapes.count)).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let blocks = ShapeBlocks(OrderedShapes(columns, order: some), enough: 1)
      let alone = ShapeBlocks(some.reversed().map { shapes[Int($0)] }, enough: 1)
      func sets(_ blocks: ShapeBlocks, _ shape: (Int) -> WorldGeometry) -> Set<Set<WorldGeometry>> {
        Set((0..<blocks.count).map { block in Set(blocks[block].map { shape(Int($0)) }) })
      }
      let found = sets(blocks) { shapes[Int(some[$0])] }
      #expect(found == sets(alone) { shapes[Int(some.reversed()[$0])] }, "seed \(seed)")
    }
  }

  @Test func shapesOverEachOtherAreOneBlock() {
    let shapes = (0..<300).map { index in
      ShapeFixtures.polygons([[ShapeFixtures.rectangle(Double(index), 0, 5000 + Double(index), 5000)]])
    }
    #expect(ShapeBlocks(shapes, enough: 1).count == 1)
  }
}

extension ShapeBlocks {
  /// Divides shapes.
  fileprivate init(_ shapes: [WorldGeometry], enough: Int = Self.enoughPositions) {
    self.init(OrderedShapes(shapes), enough: enough)
  }
}
