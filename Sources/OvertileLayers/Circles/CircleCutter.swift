import MapMath
import OvertileBundleFormat
import OvertileCircles
import OvertileReading
import OvertileShapes

/// Cuts the circles of a layer to the tiles of one zoom.
struct CircleCutter: Sendable {
  let layer: CircleOverlays
  /// The layer's circles at this zoom.
  let circles: [Circle]
  let cut: TileCut

  /// Cuts some of the layer's circles.
  func cut(_ range: Range<Int>, _ engine: GeometryEngine) throws -> ClippedFeatures {
    var part = ClippedFeatures(BuildReport.ZoomCounts(zoom: cut.zoom))
    for index in range {
      let circle = circles[index]
      guard layer.tags.zoomed.shows(row: layer.rows[index], zoom: cut.zoom) else {
        part.itemCounts.filtered += 1
        continue
      }
      let before = part.count + part.dissolved.count
      let appearance = layer.options.appearance(of: circle, zoom: cut.zoom)
      switch appearance {
      case .notYet, .noLonger: break
      case .dot: append(circle, index, .dot, to: &part)
      case .full: try appendFull(circle, index, engine, to: &part)
      }
      // Also a circle beyond the edge of the map, which touches no tile.
      guard part.count + part.dissolved.count == before else { continue }
      if appearance.isHidden { part.itemCounts.hidden += 1 } else { part.itemCounts.dropped += 1 }
    }
    return part
  }

  private func appendFull(_ circle: Circle, _ index: Int, _ engine: GeometryEngine, to part: inout ClippedFeatures)
    throws
  {
    let rules = layer.options.rules
    if layer.classes != nil {
      if !circle.tiles(atZoom: cut.zoom).isEmpty { part.dissolved.append(UInt32(index)) }
      if rules.draws(.center) { append(circle, index, .center, to: &part) }
      return
    }
    var rings: [TileID: TileGeometry] = [:]
    if rules.draws(.ring) {
      try engine.tiles(of: outline(circle), cut) { tile, geometry in rings[tile] = geometry }
    }
    append(circle, index, .center, rings, to: &part)
  }

  /// Dissolves the outlines of circles by class and cuts the result; returns the number of circles in each class.
  func dissolve(_ classes: CircleClasses, _ circles: [UInt32], into cut: inout ClippedFeatures) throws -> [Int] {
    var members = [[WorldGeometry]](repeating: [], count: classes.count)
    for (index, ring) in zip(circles, try outlines(circles)) where !ring.isEmpty {
      members[classes.classes[Int(index)]].append(ring)
    }
    let counts = members.map(\.count)
    let engine = try GeometryEngine()
    for (number, shape) in try unions(of: members).enumerated() where !shape.isEmpty {
      try layer.work.cancellation.check()
      let overlay = UInt32(layer.count + number)
      try engine.tiles(of: shape, self.cut) { tile, geometry in
        cut.append(geometry, of: overlay, part: CirclePart.dissolved.number, in: tile)
      }
    }
    return counts
  }

  /// The outlines of circles, made by all workers.
  private func outlines(_ circles: [UInt32]) throws -> [WorldGeometry] {
    var outlines: [WorldGeometry] = []
    outlines.reserveCapacity(circles.count)
    try layer.work.forEach((0..<circles.count).parts(of: CircleOverlays.chunk)) { _, range in
      circles[range].map { outline(self.circles[Int($0)]) }
    } consume: {
      outlines += $0
    }
    return outlines
  }

  /// The union of each list of outlines. All workers take steps of all unions; the run can be stopped between two steps.
  private func unions(of lists: [[WorldGeometry]]) throws -> [WorldGeometry] {
    var trees = lists.map { UnionTree($0) }
    while true {
      let steps = trees.indices.flatMap { tree in (trees[tree].steps ?? []).map { (tree: tree, step: $0) } }
      guard !steps.isEmpty else { return trees.map(\.result) }
      var outcomes = [[WorldGeometry]](repeating: [], count: trees.count)
      try layer.work.forEach(steps) { engine, item in
        (tree: item.tree, outcome: try engine.united(item.step))
      } consume: {
        outcomes[$0.tree].append($0.outcome)
      }
      for (tree, outcomes) in outcomes.enumerated() where !outcomes.isEmpty { trees[tree].finish(outcomes) }
    }
  }

  private func outline(_ circle: Circle) -> WorldGeometry {
    let chordError = Circle.worldUnits(
      pixels: layer.options.rules.chordErrorPixels, zoom: cut.zoom, tileSize: layer.tilePixels)
    return circle.ring(zoom: cut.zoom, chordError: chordError)
  }

  /// The outline in every tile that it touches, and a point at the center in the other tiles that the envelope touches, or in
  /// all of these if centers are drawn.
  private func append(
    _ circle: Circle, _ index: Int, _ point: CirclePart, _ rings: [TileID: TileGeometry] = [:],
    to part: inout ClippedFeatures
  ) {
    let center = WorldPoint(circle.center)
    for tile in circle.tiles(atZoom: cut.zoom, scale: layer.envelopeScale).tiles {
      let ring = rings[tile]
      if layer.options.rules.draws(.center) || ring == nil {
        part.append(cut.geometry(of: center, in: tile), of: UInt32(index), part: point.number, in: tile)
      }
      if let ring {
        part.append(ring, of: UInt32(index), part: CirclePart.ring.number, in: tile)
      }
    }
  }
}
