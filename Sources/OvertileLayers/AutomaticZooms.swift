import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// Finds the last zoom of layers with `zooms: 0-auto`, once their features are read.
struct AutomaticZooms {
  let grid: TileGrid
  let work: OrderedParallelMap

  /// The configuration with a last zoom for every layer, and warnings about those that end too soon; see `CompleteZoom`.
  ///
  /// For this, points are clustered and shapes simplified one extra time.
  func resolved(
    _ configuration: PipelineConfiguration, _ rows: [LayerRows]
  ) throws -> (configuration: PipelineConfiguration, warnings: [Diagnostic]) {
    var (resolved, warnings) = (configuration, [Diagnostic]())
    for index in resolved.layers.indices where resolved.layers[index].endsByItself {
      let layer = resolved.layers[index]
      resolved.layers[index].end(atZoom: try last(of: layer, rows[index], &warnings))
    }
    return (resolved, warnings)
  }

  private func last(of layer: LayerConfiguration, _ rows: LayerRows, _ warnings: inout [Diagnostic]) throws -> Int {
    switch layer.kind {
    case .cluster(let options):
      let builder = ClusterLayerBuilder(layer: layer, cluster: options, grid: grid, work: work)
      let hierarchy = try builder.hierarchy(copying: rows)
      return max(hierarchy.completeZoom, CompleteZoom.ofPoints(grid))
    case .circle(let options):
      // The radius of such a layer is the same at every zoom.
      let circles = CircleRows(rows, options)
      let all = try rows.pointRows.indices.map { try circles.circle(ofPoint: $0, radius: 0) }
      let complete = CompleteZoom.ofCircles(all, options, in: layer.zooms, grid) ?? layer.zooms.upperBound
      let estimate = TileEstimate(layer, buffer: 0)
      let most = try most(of: layer, in: layer.zooms.lowerBound...complete, items: all.count) { circle, zooms in
        zooms.map { estimate.tiles(of: all[circle], zoom: $0) }
      }
      if most < complete { warnings.append(Self.cutShort(layer, atZoom: most)) }
      return most
    case .shape(let options):
      let most = try most(of: layer, in: layer.zooms, items: rows.shapes.count) { shape, zooms in
        rows.shapes[shape].roughTileCounts(zooms: zooms, buffer: grid.bufferShare)
      }
      let complete = try ofShapes(rows, options, in: layer.zooms.lowerBound...most, of: layer.zooms)
      if complete == nil, most < layer.zooms.upperBound { warnings.append(Self.cutShort(layer, atZoom: most)) }
      return complete ?? most
    }
  }

  /// The last of some zooms up to which no single item is in more tiles than `maxTiles` allows, nor all of them together.
  ///
  /// - Parameter tiles: the tiles of an item at each of some zooms.
  /// - Throws: `PipelineError.badData` when the first zoom has more.
  private func most(
    of layer: LayerConfiguration, in zooms: ClosedRange<Int>, items: Int,
    tiles: (_ item: Int, _ zooms: ClosedRange<Int>) throws -> [Double]
  ) throws -> Int {
    var all = zooms.map { _ in 0.0 }
    var allowed = zooms.count
    for item in 0..<items {
      try work.cancellation.check()
      var count = 0.0
      // Zooms that one item rules out are not counted for the next.
      let counted = zooms.lowerBound...(zooms.lowerBound + max(allowed, 1) - 1)
      for (index, tiles) in try tiles(item, counted).enumerated() {
        count += tiles
        all[index] += tiles
        if count > Double(layer.maxTiles.feature) { allowed = min(allowed, index) }
      }
    }
    var count = 0.0
    for (index, tiles) in all.enumerated() {
      count += tiles
      if count > Double(layer.maxTiles.layer) { allowed = min(allowed, index) }
    }
    guard allowed > 0 else {
      throw PipelineError.badData(
        "layer \"\(layer.name.value)\": at zoom \(zooms.lowerBound), its features need about \(Int(all[0])) tiles, or one feature "
          + "needs too many. Raise `maxTiles`, which allows \(layer.maxTiles.layer) for the layer and "
          + "\(layer.maxTiles.feature) for one feature")
    }
    return zooms.lowerBound + allowed - 1
  }

  private static func cutShort(_ layer: LayerConfiguration, atZoom zoom: Int) -> Diagnostic {
    let name = layer.name.value
    return Diagnostic(
      .zoomsCutShort,
      "layer \"\(name)\": `zooms: \(layer.zooms.lowerBound)-auto` stops at zoom \(zoom), before everything is shown in full, "
        + "because the next zoom would have more tiles than `maxTiles` allows. Move the largest features to a separate layer with "
        + "a filter, or raise `maxTiles`",
      layer: name)
  }

  /// The first of some zooms after which shapes show nothing that a later one of the wanted zooms would show; nil if there
  /// is none.
  private func ofShapes(
    _ rows: LayerRows, _ options: ShapeLayer, in zooms: ClosedRange<Int>, of wanted: ClosedRange<Int>
  ) throws -> Int? {
    let shapes = OrderedShapes(alongCurve: rows.shapes)
    let all = shapes.positionCount
    let hasPoints = shapes.kinds.contains(.points)
    let first = max(
      hasPoints ? max(zooms.lowerBound, CompleteZoom.ofPoints(grid)) : zooms.lowerBound,
      firstShowingAll(shapes, options, in: wanted), shapes.firstKeepingForms(in: wanted, grid) ?? wanted.upperBound)
    guard first <= zooms.upperBound else { return nil }
    if LayerCoverage.isNeeded(shapes, options, zooms: zooms) {
      return try LayerCoverage.completeZoom(shapes, options, zooms: zooms, from: first, work)
    }
    let (sizes, jobs) = (options.sizes(of: shapes), shapes.jobs())
    for zoom in first...zooms.upperBound {
      try work.cancellation.check()
      let tolerance = options.toleranceWorldUnits(zoom: zoom)
      var shown = 0
      try work.forEach(jobs) { engine, job -> Int in
        try job.lazy.map { Int($0) }.filter { !sizes.isSmall($0, zoom: zoom) }.reduce(0) {
          try $0 + engine.simplify(shapes[$1], options.method, tolerance: tolerance).x.count
        }
      } consume: {
        shown += $0
      }
      if CompleteZoom.isComplete(positions: shown, of: all) { return zoom }
    }
    return nil
  }

  /// The first of some zooms that shows every shape that one of them shows: none is too small that is not at the last.
  /// O(n) and O(parts) for each zoom.
  private func firstShowingAll(_ shapes: OrderedShapes, _ options: ShapeLayer, in zooms: ClosedRange<Int>) -> Int {
    guard options.small != .point else { return zooms.lowerBound }
    var options = options
    // Shapes smaller than a unit of the tiles may be lost in their grid.
    options.smallerThanPixels = max(options.smallerThanPixels, ShapeOverlays.tilePixels / Double(grid.extent))
    let sizes = options.sizes(of: shapes)
    var first = zooms.lowerBound
    for index in 0..<shapes.count where first < zooms.upperBound && !sizes.isSmall(index, zoom: zooms.upperBound) {
      while sizes.isSmall(index, zoom: first) { first += 1 }
    }
    return first
  }
}
