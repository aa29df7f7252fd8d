import MapMath
import OvertileBundleFormat

/// Whether the shapes of a tile fit those of the tile above it, one zoom lower, in a layer whose shapes were simplified
/// together.
///
/// What a zoom draws of a shape is a choice from the positions of the next zoom, the same for all shapes that share a
/// border, and no farther from it than the tolerance. The zooms are compared in pairs, up to the last, which is not
/// simplified; positions are in units of the finer tile.
///
/// Repairs on the tiles' grid move positions where a shape is thinner than some units. There nothing is judged, nor where a
/// shape that only one of the tiles shows lies between two others, nor at the edges of the tiles, nor where a shape is not drawn
/// at the lower zoom.
struct DetailCheck {
  let tile: TileID
  let parent: TileID
  /// Tile units along a side.
  let extent: Int
  /// What both tiles show.
  let window: TileFrame
  /// The greatest distance between the zooms, roundings and repairs included.
  let tolerance: Double
  /// The size below which parts of shapes may be left out at the lower zoom.
  let smallest: Double
  private let fine: TileShapes
  private let coarse: TileShapes
  /// The distance from a doubled position of the coarser tile to the same position in the finer one.
  private let offset: SIMD2<Double>

  /// What repairs and the rounding at both zooms may move positions by, in units of the coarser tile.
  private static let rounding = 2.5
  /// The radius, in tolerances, within which a shape must be plain to be judged.
  private static let plainTolerances = 4.0
  /// The number of positions of a tile that are judged one by one, and the steps for that, at least and for each position
  /// that the tile has, so that a damaged bundle does not take too long, nor one of many repairs.
  private static let mostJudged = 256
  private static let (fewestSteps, stepsPerPosition) = (1 << 20, 64)

  /// Prepares for a tile and the one above it.
  init(
    _ tile: TileID, _ fine: TileShapes, above parent: TileID, _ coarse: TileShapes, _ rules: ShapeDetail
  ) {
    (self.tile, self.fine, self.parent, self.coarse, extent) = (tile, fine, parent, coarse, rules.extent)
    let (low, high) = (Double(-rules.buffer), Double(rules.extent + rules.buffer))
    let (columns, rows) = (Int(tile.x) - 2 * Int(parent.x), Int(tile.y) - 2 * Int(parent.y))
    offset = SIMD2(Double(columns * rules.extent), Double(rows * rules.extent))
    let frame = TileFrame(minX: low, minY: low, maxX: high, maxY: high)
    let around = TileFrame(
      minX: 2 * low - offset.x, minY: 2 * low - offset.y, maxX: 2 * high - offset.x, maxY: 2 * high - offset.y)
    window = frame.intersection(around)
    tolerance = 2 * (rules.tolerance + Self.rounding)
    smallest = 2 * rules.smallest + 4
  }

  /// Compares the shapes that both tiles have. O(positions), also where many of them are to be judged one by one: then
  /// some are not.
  ///
  /// - Parameters:
  ///   - location: the finer tile.
  ///   - file: the file of the coarser one.
  func run(_ location: Location, coarserFile file: String, into findings: inout Findings) {
    let pairs = ShapePairs(fine, coarse, offset: offset)
    var left = Self.mostJudged
    var steps = Self.fewestSteps + Self.stepsPerPosition * (fine.x.count + coarse.x.count)
    for pair in pairs.all {
      let survey = self.survey(pair)
      let own = self.location(of: pair, in: location)
      for position in survey.far where left > 0 && steps > 0 {
        steps -= pair.fine.indices.count
        guard mayBeBeyond(position, of: pair.fine) else { continue }
        left -= 1
        steps -= pair.positionCount
        guard isPlain(pair.fine[position], pair), isBeyond(position, of: pair.fine, pair.coarse) else { continue }
        findings.add(
          .overlayTolerance, own,
          "it is farther from its shape at zoom \(parent.z) than the layer's tolerance, near "
            + Self.text(pair.fine[position]))
        break
      }
      for position in survey.lone where steps > 0 {
        if let fault = BorderFault(movedAt: position, pair, pairs, steps: &steps) {
          if !isAtLoneShape(fault, pairs, &steps) { add(fault, pair, own, file, &findings) }
        } else if left > 0, pair.isPlain(position) {
          left -= 1
          judge(position, pair, pairs, own, file, &steps, &findings)
        }
      }
    }
  }

  /// Whether a shape that only one of the tiles shows has the position of a fault: it lies between the two that seem to share a
  /// border, and is too thin for the grid of the other tile. O(positions of that tile).
  private func isAtLoneShape(_ fault: BorderFault, _ pairs: ShapePairs, _ steps: inout Int) -> Bool {
    let shapes = fault.isFine ? fine : coarse
    let (factor, offset) = fault.isFine ? (1.0, SIMD2<Double>.zero) : (2.0, offset)
    let paired = Set(pairs.all.map(\.id))
    steps -= shapes.x.count
    return shapes.ids.indices.contains { shape in
      guard !paired.contains(shapes.ids[shape]) else { return false }
      return Outline(shapes, shape, times: factor, minus: offset).position(within: 0, of: fault.position) != nil
    }
  }

  private func judge(
    _ position: Int, _ pair: ShapePair, _ pairs: ShapePairs, _ location: Location, _ file: String, _ steps: inout Int,
    _ findings: inout Findings
  ) {
    let vertex = pair.coarse[position]
    steps -= pair.positionCount
    if !pair.fine.isNear(vertex, within: tolerance), isPlain(vertex, pair),
      difference(pair.coarse, pair.fine).isThick(near: vertex)
    {
      findings.add(
        .overlayTolerance, self.above(pair, location, file),
        "it is farther from that at zoom \(tile.z) than the layer's tolerance, near \(coarseText(vertex))")
    }
    let fault = BorderFault(position, pair, pairs, tolerance: tolerance, in: window, steps: &steps)
    guard let fault else { return }
    add(fault, pair, location, file, &findings)
  }

  /// The difference of two outlines of a shape.
  func difference(_ one: Outline, _ other: Outline) -> OutlineDifference {
    OutlineDifference(one, other, tolerance: tolerance, smallest: smallest, in: window)
  }

  /// Whether a shape is plain at the higher zoom around a position, so that the roundings of its borders do not add up:
  /// where many thin spikes lie side by side, a zoom may lose all of them, or close what lies between them.
  private func isPlain(_ position: SIMD2<Double>, _ pair: ShapePair) -> Bool {
    pair.fine.isPlain(position, radius: Self.plainTolerances * tolerance)
  }

  private func add(
    _ fault: BorderFault, _ pair: ShapePair, _ location: Location, _ file: String, _ findings: inout Findings
  ) {
    let text = fault.isFine ? Self.text(fault.position) : coarseText(fault.position)
    findings.add(
      .overlayBorder, fault.isFine ? location : above(pair, location, file),
      "the border that it shares with feature \(fault.neighbor) is not the same on both sides, near \(text)")
  }

  private func above(_ pair: ShapePair, _ location: Location, _ file: String) -> Location {
    Location(file, tile: parent, layer: location.layer, feature: pair.id)
  }

  private func location(of pair: ShapePair, in tile: Location) -> Location {
    var location = tile
    location.feature = pair.id
    return location
  }

  /// A position in units of the coarser tile.
  private func coarseText(_ position: SIMD2<Double>) -> String { Self.text((position + offset) / 2) }

  private static func text(_ position: SIMD2<Double>) -> String { "\(Int(position.x)), \(Int(position.y))" }
}
