import OvertileClustering
import OvertileConfiguration

/// The tiles that tasks of the first level make: those of zooms that the level decides, if nothing else is in them.
///
/// In tiles of all layers, that is a zoom at which every layer is one of clusters that the tasks read and decide. Layers whose
/// last zoom follows from their features are drawn by the process that builds.
struct DividedTiles: Sendable {
  /// The zoom of the tiles that are tasks.
  let tileZoom: Int
  /// Per layer: the first zoom that tasks draw; nil if they draw none.
  private let firstZooms: [Int?]
  /// Whether tasks read all sources.
  private let readsAll: Bool
  private let configuration: PipelineConfiguration

  /// The tiles of a configuration that tasks make by a plan.
  init(_ configuration: PipelineConfiguration, _ plan: PartPlan) {
    (self.configuration, tileZoom) = (configuration, plan.tileZoom)
    let sources = configuration.sources
    let readSources = Set(
      plan.reads.compactMap { sources.indices.contains($0.source) ? sources[$0.source].name.value : nil })
    readsAll = readSources.count == sources.count
    let decided = configuration.layers.map { layer -> Int? in
      guard readSources.contains(layer.source.value), !layer.endsByItself else { return nil }
      return layer.shardPlan(configuration.output, tileZoom: plan.tileZoom)?.levels.first?.zooms?.lowerBound
    }
    firstZooms = configuration.layers.indices.map { index in
      let layer = configuration.layers[index]
      guard let first = decided[index] else { return nil }
      if configuration.output.layout == .perLayer { return layer.zooms.upperBound < first ? nil : first }
      return layer.zooms.first { zoom in
        zoom >= first
          && (zoom...layer.zooms.upperBound).allSatisfy { higher in
            zip(configuration.layers, decided).allSatisfy { !$0.zooms.contains(higher) || ($1 ?? .max) <= higher }
          }
      }
    }
  }

  /// Whether tasks of the first level hand over whole roots of every layer, see `ShardSubtrees`: if every layer is one of clusters
  /// whose high zooms they draw, and nothing else needs single points. Tasks that read then hand over no rows of slices.
  ///
  /// - Parameter bound: the memory bound of the run. Under one, the process that builds keeps points in files as on one machine.
  func handsRoots(_ bound: MemoryBound?) -> Bool {
    guard bound == nil, readsAll, configuration.gates.clustersKept == nil,
      !configuration.cameras.contains(where: \.showsLayer)
    else { return false }
    return configuration.layers.indices.allSatisfy { index in
      let layer = configuration.layers[index]
      guard case .cluster(let cluster) = layer.kind, let columns = try? ExtraColumns(layer).columns,
        columns.count == cluster.aggregates.count,
        let levels = layer.shardPlan(configuration.output, tileZoom: tileZoom)?.levels, levels.count > 1,
        let decided = levels[0].zooms, let drawn = zooms(ofLayer: index)
      else { return false }
      return drawn.lowerBound == decided.lowerBound
    }
  }

  /// The zooms of a layer whose tiles tasks make.
  func zooms(ofLayer layer: Int) -> ClosedRange<Int>? {
    let zooms = configuration.layers[layer].zooms
    return firstZooms[layer].map { max($0, zooms.lowerBound)...zooms.upperBound }
  }

  /// The depth of the halo, in world units, of the points whose properties a task needs to draw a layer.
  func halo(ofLayer layer: Int) -> UInt64? {
    guard let zooms = zooms(ofLayer: layer), case .cluster(let cluster) = configuration.layers[layer].kind else {
      return nil
    }
    let options = configuration.layers[layer].clusterOptions(cluster)
    let buffer = Double(configuration.output.buffer) / Double(configuration.output.extent)
    let side = Double(UInt64(1) << UInt64(32 - zooms.lowerBound))
    let drawn = UInt64((buffer * side).rounded(.up))
    guard zooms.lowerBound <= options.zooms.upperBound else { return drawn }
    return min(drawn + options.memberReach(clustering: zooms.lowerBound...options.zooms.upperBound), 1 << 32)
  }
}

extension CameraPreset {
  /// Whether it shows features of a layer, and not a region.
  fileprivate var showsLayer: Bool {
    if case .layer = target { return true }
    return false
  }
}
