import MapMath
import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// The shapes of a layer, simplified together for every zoom but the last (`method: coverage`), in blocks.
///
/// Made once for all zooms: a zoom selects from it. What a block needs while it is simplified is released before the next
/// one of its thread begins. Small blocks are simplified at the same time, one a thread; a large one by itself, on all
/// threads. A class, as `SimplifiedCoverage` is.
final class LayerCoverage: Sendable {
  private let blocks: ShapeBlocks
  private let coverages: [SimplifiedCoverage]
  private let firstZoom: Int
  private let sizes: ZoomSizes
  /// The indices of the shapes, block by block, in jobs for workers.
  let jobs: [ArraySlice<UInt32>]
  /// The borders that are probably meant to match and do not; nil if they are not wanted, or finding them would take too
  /// long.
  let nearBorders: NearBorders?
  /// The shapes that cross each other so often that not all crossings of their simplification were looked for.
  let tangledShapes: [Int]

  /// Whether shapes of a layer are to be simplified together, and there is something to simplify.
  static func isNeeded(_ shapes: OrderedShapes, _ options: ShapeLayer, zooms: ClosedRange<Int>) -> Bool {
    options.method == .coverage && options.tolerancePixels > 0 && zooms.count > 1
      && shapes.kinds.contains { $0 != .points }
  }

  /// Simplifies shapes in canonical order.
  init(
    _ shapes: OrderedShapes, _ sizes: ZoomSizes, _ options: ShapeLayer, zooms: ClosedRange<Int>,
    _ work: OrderedParallelMap
  ) throws {
    let blocks = ShapeBlocks(shapes)
    try Self.expectMemory(vertices: blocks.positionCounts.max() ?? 0, work)
    let isLarge = { @Sendable (block: Int) in
      blocks.count == 1 || blocks.positionCounts[block] >= 2 * ShapeBlocks.enoughPositions
    }
    var coverages: [SimplifiedCoverage] = []
    var near: [(borders: NearBorders, members: ArraySlice<UInt32>)] = []
    var tangled: [UInt32] = []
    var (next, isNearKnown) = ((0..<blocks.count).makeIterator(), options.snapMeters == nil)
    try work.run(
      next: { next.next() },
      isAlone: isLarge,
      makeWorker: {},
      work: { _, block in
        try BlockSimplification(
          shapes: shapes, sizes: sizes, options: options, zooms: Array(zooms.dropLast()), isLarge: isLarge(block),
          work: work
        ).simplified(blocks[block])
      },
      consume: { (block: BlockSimplification.Block) in
        if let borders = block.nearBorders { near.append((borders, blocks[coverages.count])) }
        isNearKnown = isNearKnown && block.nearBorders != nil
        tangled += block.tangledShapes
        coverages.append(block.coverage)
      })
    (self.blocks, self.coverages, self.sizes, firstZoom) = (blocks, coverages, sizes, zooms.lowerBound)
    nearBorders = isNearKnown ? NearBorders(near) : nil
    tangledShapes = tangled.map { Int($0) }
    jobs = shapes.jobs(blocks.order)
  }

  /// Bytes for each vertex while shapes are simplified, of 220,000 hexagons; up to 70 if the first zoom keeps nearly all of them.
  private static let bytesPerVertex = 45

  /// Throws if there is too little memory to simplify shapes together.
  static func expectMemory(vertices: Int, _ work: OrderedParallelMap) throws {
    try work.memory.expect(vertices * bytesPerVertex, for: "simplifying \(vertices) vertices together")
  }

  /// Reads a shape at a zoom before the last, without small parts and holes, in place of another one; it is empty if its
  /// repair has left nothing.
  ///
  /// - Parameters:
  ///   - index: the index of the shape.
  ///   - position: its position in the order of `jobs`.
  ///   - source: the shape itself.
  func read(
    _ index: Int, at position: Int, _ source: WorldGeometry, zoom: Int, into shape: inout WorldGeometry,
    _ engine: GeometryEngine
  ) throws {
    guard let (block, number) = blocks.block(at: position) else {
      shape = source
      return
    }
    coverages[block].read(number, source, level: zoom - firstZoom, into: &shape) {
      sizes.isSmall(ring: $0, of: index, zoom: zoom)
    }
    if let repaired = try engine.repairedIfInvalid(shape) { shape = repaired }
  }

  /// The first zoom, from one on, at which next to nothing is removed; nil if there is none.
  ///
  /// - Parameter zooms: the zooms of the layer; simplification begins at the first.
  static func completeZoom(
    _ shapes: OrderedShapes, _ options: ShapeLayer, zooms: ClosedRange<Int>, from first: Int,
    _ work: OrderedParallelMap
  ) throws -> Int? {
    let all = shapes.positionCount
    try expectMemory(vertices: all, work)
    let sizes = options.sizes(of: shapes)
    var simplifier = CoverageSimplifier(shapes, threads: work.threads)
    var source = WorldGeometry(kind: .points)
    var simplified = WorldGeometry(kind: .points)
    for zoom in zooms {
      let tolerance = options.toleranceWorldUnits(zoom: zoom)
      let isDrawn = { shape, ring in !sizes.isSmall(ring: ring, of: shape, zoom: zoom) }
      _ = try simplifier.addLevel(tolerance: tolerance, drawing: isDrawn, work.check)
      if zoom < first { continue }
      let coverage = simplifier.coverage
      var shown = 0
      for index in 0..<shapes.count {
        shapes.read(index, into: &source)
        coverage.read(index, source, level: zoom - zooms.lowerBound, into: &simplified) {
          sizes.isSmall(ring: $0, of: index, zoom: zoom)
        }
        shown += simplified.x.count
      }
      if CompleteZoom.isComplete(positions: shown, of: all) { return zoom }
    }
    return nil
  }
}

extension OrderedShapes {
  /// The most shapes in a job, and the vertices from which on it gets no further one.
  private static let (mostShapes, enoughVertices) = (2048, 1 << 14)

  /// The shapes in the order in which workers cut them, divided by vertices into jobs: a large shape is a job of its own.
  /// O(shapes): for all zooms once.
  ///
  /// The order decides nothing. Shapes near each other on the map come one after the other, since they end in the same tiles
  /// and what is kept of them lies next to each other in memory: block by block if they are simplified in blocks, otherwise
  /// as they were read.
  ///
  /// - Parameter order: the indices of all shapes; nil for the order of the columns.
  func jobs(_ order: [UInt32]? = nil) -> [ArraySlice<UInt32>] {
    let order = order ?? readingOrder
    var jobs: [ArraySlice<UInt32>] = []
    var start = 0
    while start < order.count {
      var (end, vertices) = (start, 0)
      while end < order.count, end - start < Self.mostShapes, vertices < Self.enoughVertices {
        vertices += positionCount(Int(order[end]))
        end += 1
      }
      jobs.append(order[start..<end])
      start = end
    }
    return jobs
  }
}

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
    let nearBorders = options.snapMeters == nil ? try NearBorders(simplifier, work.check) : nil
    if isLarge { work.memory.giveBackBetweenSteps() }
    guard try addLevels(to: &simplifier, members, stops: true) else {
      return try simplifiedApart(members, ShapeBlocks(selected, enough: 1), nearBorders)
    }
    return Block(coverage: simplifier.coverage, nearBorders: nearBorders)
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
      if try !addLevels(to: &simplifier, own[...], stops: false) { tangled += own }
      parts.append(simplifier.coverage)
    }
    return Block(
      coverage: SimplifiedCoverage(joining: parts, locations), nearBorders: nearBorders, tangledShapes: tangled)
  }

  /// Simplifies shapes for all zooms; returns whether all crossings were looked for.
  ///
  /// - Parameter stops: whether no further zooms are of use if they were not.
  private func addLevels(
    to simplifier: inout CoverageSimplifier, _ members: ArraySlice<UInt32>, stops: Bool
  ) throws -> Bool {
    var isComplete = true
    for zoom in zooms where !stops || isComplete {
      let isDrawn = { (shape: Int, ring: Int) in
        !sizes.isSmall(ring: ring, of: Int(members[members.startIndex + shape]), zoom: zoom)
      }
      let tolerance = options.toleranceWorldUnits(zoom: zoom)
      if try !simplifier.addLevel(tolerance: tolerance, drawing: isDrawn, work.check) { isComplete = false }
    }
    return isComplete
  }
}
