import MapMath
import OvertileConfiguration
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

  /// A block, simplified.
  private struct Block: Sendable {
    /// Nil if so many shapes lie over each other that it would take too long.
    var coverage: SimplifiedCoverage?
    var nearBorders: NearBorders?
  }

  /// Simplifies shapes in canonical order for some zooms; nil if it would take too long.
  init?(
    _ shapes: LayerShapes, _ sizes: ZoomSizes, _ options: ShapeLayer, zooms: [Int], _ work: OrderedParallelMap
  ) throws {
    let blocks = shapes.blocks()
    try LayerCoverage.expectMemory(vertices: blocks.positionCounts.max() ?? 0, work)
    let isLarge = { @Sendable (block: Int) in
      blocks.count == 1 || blocks.positionCounts[block] >= 2 * ShapeBlocks.enoughPositions
    }
    var coverages: [SimplifiedCoverage] = []
    var near: [(borders: NearBorders, members: [Int32])] = []
    var (next, isEnough, isNearKnown) = (0, true, options.snapMeters == nil)
    try work.run(
      next: {
        guard next < blocks.count, isEnough else { return nil }
        defer { next += 1 }
        return next
      },
      isAlone: isLarge,
      makeWorker: {},
      work: { _, block in
        try Self.simplified(
          blocks[block], isLarge: isLarge(block), shapes, sizes, options, zooms: zooms, work)
      },
      consume: { block in
        if let borders = block.nearBorders { near.append((borders, Array(blocks[coverages.count]))) }
        isNearKnown = isNearKnown && block.nearBorders != nil
        isEnough = isEnough && block.coverage != nil
        if let coverage = block.coverage, isEnough { coverages.append(coverage) }
      })
    guard isEnough else { return nil }
    (self.blocks, self.coverages) = (blocks, coverages)
    nearBorders = isNearKnown ? NearBorders(near) : nil
  }

  private static func simplified(
    _ members: ArraySlice<Int32>, isLarge: Bool, _ shapes: LayerShapes, _ sizes: ZoomSizes, _ options: ShapeLayer,
    zooms: [Int], _ work: OrderedParallelMap
  ) throws -> Block {
    let threads = isLarge ? work.threads : 1
    var (simplifier, block) = try begun(members, shapes, options, threads: threads, work.check)
    if isLarge { work.memory.giveBackBetweenSteps() }
    for zoom in zooms {
      let isDrawn = { (shape: Int, ring: Int) in
        sizes.draws(ring: ring, Int(members[members.startIndex + shape]), zoom: zoom)
      }
      let tolerance = options.toleranceWorldUnits(zoom: zoom)
      guard try simplifier.addLevel(tolerance: tolerance, drawing: isDrawn, work.check) else { return block }
    }
    block.coverage = simplifier.coverage
    return block
  }

  /// A simplifier without levels and what is known by then.
  private static func begun(
    _ members: ArraySlice<Int32>, _ shapes: LayerShapes, _ options: ShapeLayer, threads: Int, _ check: () throws -> Void
  ) throws -> (CoverageSimplifier, Block) {
    let simplifier = CoverageSimplifier(shapes.selected(members), threads: threads)
    let nearBorders = options.snapMeters == nil ? try simplifier.nearBorders(check) : nil
    return (simplifier, Block(nearBorders: nearBorders))
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
