import MapMath
import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// The shapes of a layer, simplified together in blocks.
///
/// What a block needs while it is simplified is released before the next one of its thread begins. Small blocks are
/// simplified at the same time, one a thread; a large one by itself, on all threads.
struct SimplifiedBlocks: Sendable {
  private let blocks: ShapeBlocks
  private let coverages: [SimplifiedCoverage]
  /// The borders that are probably meant to match and do not; nil if they are not wanted, or finding them would take too
  /// long.
  let nearBorders: NearBorders?

  /// The shapes that cross each other so often that not all crossings of their simplification were looked for, ascending.
  let tangledShapes: [Int32]

  /// A block, simplified.
  private struct Block: Sendable {
    let coverage: SimplifiedCoverage
    let nearBorders: NearBorders?
    var tangledShapes: [Int32] = []
  }

  /// Simplifies shapes in canonical order for some zooms.
  init(
    _ shapes: LayerShapes, _ sizes: ZoomSizes, _ options: ShapeLayer, zooms: [Int], _ work: OrderedParallelMap
  ) throws {
    let blocks = shapes.blocks()
    try LayerCoverage.expectMemory(vertices: blocks.positionCounts.max() ?? 0, work)
    let isLarge = { @Sendable (block: Int) in
      blocks.count == 1 || blocks.positionCounts[block] >= 2 * ShapeBlocks.enoughPositions
    }
    var coverages: [SimplifiedCoverage] = []
    var near: [(borders: NearBorders, members: [Int32])] = []
    var tangled: [Int32] = []
    var (next, isNearKnown) = ((0..<blocks.count).makeIterator(), options.snapMeters == nil)
    try work.run(
      next: { next.next() },
      isAlone: isLarge,
      makeWorker: {},
      work: { _, block in
        try BlockSimplification(shapes: shapes, sizes: sizes, options: options, zooms: zooms, work: work)
          .simplified(blocks[block], isLarge: isLarge(block))
      },
      consume: { (block: Block) in
        if let borders = block.nearBorders { near.append((borders, Array(blocks[coverages.count]))) }
        isNearKnown = isNearKnown && block.nearBorders != nil
        tangled += block.tangledShapes
        coverages.append(block.coverage)
      })
    (self.blocks, self.coverages) = (blocks, coverages)
    nearBorders = isNearKnown ? NearBorders(near) : nil
    tangledShapes = tangled.sorted()
  }

  /// How blocks are simplified.
  private struct BlockSimplification: Sendable {
    let shapes: LayerShapes
    let sizes: ZoomSizes
    let options: ShapeLayer
    let zooms: [Int]
    let work: OrderedParallelMap

    /// Simplifies a block. If shapes in it cross each other too often, its groups are simplified one after the other, so that
    /// nothing is missing from the others.
    func simplified(_ members: ArraySlice<Int32>, isLarge: Bool) throws -> Block {
      let threads = isLarge ? work.threads : 1
      var simplifier = CoverageSimplifier(shapes.selected(members), threads: threads)
      let nearBorders = options.snapMeters == nil ? try simplifier.nearBorders(work.check) : nil
      if isLarge { work.memory.giveBackBetweenSteps() }
      guard let tangled = try addLevels(to: &simplifier, members, zooms[...], stops: true) else {
        return Block(coverage: simplifier.coverage, nearBorders: nearBorders)
      }
      let groups = shapes.groups(of: members)
      guard groups.count > 1 else {
        _ = try addLevels(to: &simplifier, members, zooms[(tangled + 1)...], stops: false)
        return Block(coverage: simplifier.coverage, nearBorders: nearBorders, tangledShapes: Array(members))
      }
      return try simplifiedApart(members, groups, nearBorders, threads: threads)
    }

    /// Simplifies each group of a block by itself.
    private func simplifiedApart(
      _ members: ArraySlice<Int32>, _ groups: ShapeBlocks, _ nearBorders: NearBorders?, threads: Int
    ) throws -> Block {
      var (parts, tangled): ([SimplifiedCoverage], [Int32]) = ([], [])
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
      to simplifier: inout CoverageSimplifier, _ members: ArraySlice<Int32>, _ zooms: ArraySlice<Int>, stops: Bool
    ) throws -> Int? {
      var tangled: Int?
      for (index, zoom) in zip(zooms.indices, zooms) where !stops || tangled == nil {
        let isDrawn = { (shape: Int, ring: Int) in
          sizes.draws(ring: ring, Int(members[members.startIndex + shape]), zoom: zoom)
        }
        let tolerance = options.toleranceWorldUnits(zoom: zoom)
        if try !simplifier.addLevel(tolerance: tolerance, drawing: isDrawn, work.check) { tangled = tangled ?? index }
      }
      return tangled
    }
  }

  /// The indices of all shapes, block by block, then those that are in none: points.
  var order: [UInt32] { blocks.order }

  /// Reads a shape at a level in place of another one; see `SimplifiedCoverage`.
  ///
  /// - Parameters:
  ///   - position: where the shape is in the order of the blocks.
  ///   - source: the shape itself.
  func read(
    _ position: Int, _ source: WorldGeometry, level: Int, into shape: inout WorldGeometry,
    leavingOut isLeftOut: (_ ring: Int) -> Bool
  ) {
    guard let (block, number) = blocks.block(at: position) else {
      shape = source
      return
    }
    coverages[block].read(number, source, level: level, into: &shape, leavingOut: isLeftOut)
  }
}
