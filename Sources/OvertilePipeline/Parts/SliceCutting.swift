import MapMath
import OvertileConfiguration

/// Cuts the circles or shapes of the slices that a task reads to tiles: the work of the process that builds, except that it
/// sees a slice and not the layer.
struct SliceCutting {
  let layer: LayerConfiguration
  /// The index of the layer.
  let index: Int
  let building: LayerBuilding
  /// The tiles of the features so far, as they are estimated.
  private var tiles = 0

  /// Prepares to cut a layer's features; nil for a layer whose features only the process that builds can cut.
  init?(_ layer: LayerConfiguration, index: Int, _ building: LayerBuilding) {
    guard layer.isCutSliceBySlice(bound: building.work.memory.bound) else { return nil }
    (self.layer, self.index, self.building) = (layer, index, building)
  }

  /// The sections of a slice: what is cut, and one for each zoom. None if the layer has more tiles than it may, which ends the build.
  mutating func sections(
    of result: SourceWorker.LayerOutcome, file: UInt32, slice: Int
  ) throws -> [(PartSection, payload: [UInt8])] {
    tiles += result.tiles
    guard result.rows.itemCount > 0, tiles <= layer.maxTiles.layer else { return [] }
    var rows = try LayerRows(extraColumns: result.rows.extras.count)
    try rows.append(result.rows)
    try rows.finish()
    guard let overlays = try building.build(layer, &rows).overlays as? any CutLayer else { return [] }
    let items = overlays.sources
    let labels = zip(items, overlays.labels).compactMap { item, label in label.map { (item, $0) } }
    var encoder = PartEncoder()
    encoder.add(items.count)
    encoder.add(Dictionary(uniqueKeysWithValues: labels))
    let first = (PartSection.cutItems(layer: index, file: file, slice: slice), payload: encoder.bytes)
    return try [first]
      + layer.zooms.map { zoom in
        var features = try overlays.cutFeatures(atZoom: zoom)
        features.renumber { items[Int($0)] }
        var encoder = PartEncoder()
        features.encode(&encoder)
        return (.cuts(layer: index, zoom: zoom, file: file, slice: slice), encoder.bytes)
      }
  }
}

extension LayerConfiguration {
  /// Whether each circle or shape is cut to tiles by itself, whatever the others are, so that tasks cut those that they read.
  ///
  /// - Parameter bound: the memory bound of the run. Under one, the process that builds keeps what it cuts in files.
  func isCutSliceBySlice(bound: MemoryBound?) -> Bool {
    guard bound == nil, !endsByItself else { return false }
    switch kind {
    case .cluster: return false
    case .circle(let circle): return circle.dissolve == .none
    case .shape(let shape): return shape.method != .coverage
    }
  }
}
