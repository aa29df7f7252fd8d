import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// How blocks of a layer's shapes are simplified, each by itself.
struct BlockSimplification: Sendable {
  let shapes: OrderedShapes
  let sizes: ZoomSizes
  let options: ShapeLayer
  let zooms: [Int]
  /// Whether a block is so large that it is simplified on all threads.
  let isLarge: Bool
  let work: OrderedParallelMap

  private var threads: Int { isLarge ? work.threads : 1 }

  /// A block, simplified.
  struct Block: Sendable {
    let coverage: SimplifiedCoverage
    let nearBorders: NearBorders?
    /// The shapes that cross each other so often that not all crossings of their simplification were looked for.
    var tangledShapes: [UInt32] = []
  }

  /// Simplifies a block. If shapes in it cross each other too often, its groups are simplified one after the other, so that
  /// nothing is missing from the others.
  func simplified(_ members: ArraySlice<UInt32>) throws -> Block {
    let selected = shapes.selected(members)
    var simplifier = CoverageSimplifier(selected, threads: threads)
    let nearBorders = options.snapMeters == nil ? try simplifier.nearBorders(work.check) : nil
    if isLarge { work.memory.giveBackBetweenSteps() }
    guard let tangled = try addLevels(to: &simplifier, members, zooms[...], stops: true) else {
      return Block(coverage: simplifier.coverage, nearBorders: nearBorders)
    }
    let groups = ShapeBlocks(selected, enough: 1)
    guard groups.count > 1 else {
      _ = try addLevels(to: &simplifier, members, zooms[(tangled + 1)...], stops: false)
      return Block(coverage: simplifier.coverage, nearBorders: nearBorders, tangledShapes: Array(members))
    }
    return try simplifiedApart(members, groups, nearBorders)
  }

  /// Simplifies each group of a block by itself.
  private func simplifiedApart(
    _ members: ArraySlice<UInt32>, _ groups: ShapeBlocks, _ nearBorders: NearBorders?
  ) throws -> Block {
    var (parts, tangled): ([SimplifiedCoverage], [UInt32]) = ([], [])
    var locations = [(part: Int, number: Int)](repeating: (0, 0), count: members.count)
    for group in 0..<groups.count {
      for (number, index) in groups[group].enumerated() { locations[Int(index)] = (group, number) }
      let own = groups[group].map { members[members.startIndex + Int($0)] }
      var simplifier = CoverageSimplifier(shapes.selected(own[...]), threads: threads)
      if try addLevels(to: &simplifier, own[...], zooms[...], stops: false) != nil { tangled += own }
      parts.append(simplifier.coverage)
    }
    return Block(
      coverage: SimplifiedCoverage(joining: parts, locations), nearBorders: nearBorders, tangledShapes: tangled)
  }

  /// Simplifies shapes for some zooms; returns the index of the first at which not all crossings were looked for, nil if there
  /// is none.
  ///
  /// - Parameter stops: whether no further zooms are of use then.
  private func addLevels(
    to simplifier: inout CoverageSimplifier, _ members: ArraySlice<UInt32>, _ zooms: ArraySlice<Int>, stops: Bool
  ) throws -> Int? {
    var tangled: Int?
    for (index, zoom) in zip(zooms.indices, zooms) where !stops || tangled == nil {
      let isDrawn = { (shape: Int, ring: Int) in
        !sizes.isSmall(ring: ring, of: Int(members[members.startIndex + shape]), zoom: zoom)
      }
      let tolerance = options.toleranceWorldUnits(zoom: zoom)
      if try !simplifier.addLevel(tolerance: tolerance, drawing: isDrawn, work.check) { tangled = tangled ?? index }
    }
    return tangled
  }
}
