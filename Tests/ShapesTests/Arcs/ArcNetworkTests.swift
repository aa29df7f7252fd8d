import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct ArcNetworkTests {
  private struct Position: Hashable, Comparable {
    var x, y: Double

    static func < (a: Self, b: Self) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  private func positions(_ shape: WorldGeometry, ring: Int) -> [Position] {
    shape.positions(ofRing: ring).map { Position(x: shape.x[$0], y: shape.y[$0]) }
  }

  /// Per position the sets of neighbors with which rings and lines pass it, by the definition.
  private func junctions(_ shapes: [WorldGeometry]) -> Set<Position> {
    var passes: [Position: Set<Set<Position>>] = [:]
    var found: Set<Position> = []
    for shape in shapes {
      for ring in shape.ringEnds.indices {
        var path = positions(shape, ring: ring)
        if shape.kind == .lines { found.formUnion([path[0], path[path.count - 1]]) }
        if shape.kind == .polygons { path.append(path[1]) }
        for (index, position) in path.enumerated().dropFirst().dropLast() {
          passes[position, default: []].insert([path[index - 1], path[index + 1]])
        }
      }
    }
    return found.union(passes.filter { $0.value.count > 1 || $0.value.contains { $0.count == 1 } }.keys)
  }

  private func check(_ shapes: [WorldGeometry], _ comment: Comment) {
    let network = ArcNetwork(OrderedShapes(shapes))
    let junctions = junctions(shapes)
    let arcs = network.arcs
    // Each segment of the source is in one arc, once.
    let areOnce = UndirectedSegment.counts([arcs]).values.allSatisfy { $0 == 1 }
    #expect(areOnce && Set(UndirectedSegment.all(shapes)) == Set(UndirectedSegment.all([arcs])), comment)
    for arc in arcs.ringEnds.indices {
      let path = positions(arcs, ring: arc)
      let (first, last) = (path[0], path[path.count - 1])
      let areEnds =
        junctions.contains(first) ? junctions.contains(last) && first <= last : first == last && path.min() == first
      #expect(areEnds && path.dropFirst().dropLast().allSatisfy { !junctions.contains($0) }, comment)
      #expect(first != last || path[1] < path[path.count - 2], comment)
    }
    // The arcs of a ring, one after the other, are the ring.
    for (index, shape) in shapes.enumerated() {
      for ring in shape.ringEnds.indices {
        var path: [Position] = []
        for (arc, isBackward) in network.arcs(ofRing: network.rings(ofShape: index).lowerBound + ring) {
          let part = positions(arcs, ring: arc)
          path += (isBackward ? part.reversed() : part).dropFirst(path.isEmpty ? 0 : 1)
        }
        let source = positions(shape, ring: ring)
        if shape.kind == .lines {
          #expect(path == source, comment)
        } else {
          let first = path.firstIndex(of: source[0]) ?? 0
          #expect(path.count == source.count && Array(path[first...] + path[...first].dropFirst()) == source, comment)
        }
      }
    }
  }

  @Test func coveragesAreCutWhereTheirBordersMeet() throws {
    let engine = try GeometryEngine()
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 6, length: 1000, steps: 5)
      check(grid.cells, "cells, seed \(seed)")
      check(try grid.shapes(&random, count: 5, engine), "shapes, seed \(seed)")
    }
  }

  /// Lines on a small grid meet, cross, turn back, and share their course.
  @Test func linesAreCutWhereTheyMeet() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        var line: [ShapeFixtures.Position] = []
        while line.count < 8 {
          let next = (Double(Int.random(in: 0...2, using: &random)), Double(Int.random(in: 0...2, using: &random)))
          if line.last.map({ $0 != next }) ?? true { line.append(next) }
        }
        return line
      }
      check([ShapeFixtures.lines(lines)], "seed \(seed)")
    }
  }

  @Test func aRingAloneIsOneArc() {
    let ring = ShapeFixtures.rectangle(10, 20, 30, 40)
    let network = ArcNetwork(
      OrderedShapes([ShapeFixtures.polygons([[ring]]), ShapeFixtures.polygons([[ring]])]))
    #expect(network.arcs.x == [10, 10, 30, 30, 10] && network.arcs.y == [20, 40, 40, 20, 20])
    #expect(network.arcs.ringEnds == [5])
  }
}
