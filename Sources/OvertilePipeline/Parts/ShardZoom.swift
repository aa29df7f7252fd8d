import OvertileConfiguration
import OvertileTileArchive

/// The zoom of the tiles that the first level's tasks cluster, chosen from about how many points there are.
///
/// A higher zoom has smaller tiles and a smaller halo, so that a task of as many points needs no more memory where points are denser; a
/// lower one lets tasks decide, and draw, more zooms. The bundle is the same with each.
struct ShardZoom {
  private let configuration: PipelineConfiguration
  private let layers: [LayerConfiguration]
  private let points: Int

  /// The mean of points in a tile of the whole world at most.
  private static let mostMeanPoints = 1 << 13
  /// The zooms that tasks of the first level should decide at least.
  private static let leastDecided = 5

  /// A number of points of some layers.
  init(_ layers: [LayerConfiguration], _ configuration: PipelineConfiguration, points: Int) {
    (self.layers, self.configuration, self.points) = (layers, configuration, points)
  }

  /// Estimates the points of the layers that tasks cluster: a source has as many features a byte as the first slice of its largest
  /// file.
  ///
  /// - Throws: `PipelineError` for a file that cannot be opened.
  init(
    _ sources: [PlannedSource], _ configuration: PipelineConfiguration, _ commands: CommandUse, _ memory: MemoryBound?
  ) throws {
    var (layers, points): ([LayerConfiguration], Int) = ([], 0)
    for source in sources where source.isDivisible {
      let own = source.layerIndices.map { configuration.layers[$0] }.filter {
        $0.shardPlan(configuration.output, tileZoom: 0) != nil
      }
      guard !own.isEmpty else { continue }
      points += try Self.features(source, commands, memory) * own.count
      layers += own
    }
    self.init(layers, configuration, points: points)
  }

  /// The number of tasks that have `usualPoints` each, at least 1.
  var leastTasks: Int { max(1, (points + Self.usualPoints - 1) / Self.usualPoints) }

  /// The points of a task of the first level: it needs some 400 MB.
  private static let usualPoints = 1_000_000

  /// The zoom for these points: at most one at which some layer's tasks decide many zooms.
  var zoom: Int {
    var zoom = 1
    while points >> (2 * zoom) > Self.mostMeanPoints, layers.contains(where: { decidesMany(at: zoom + 1, $0) }) {
      zoom += 1
    }
    return zoom
  }

  private func decidesMany(at zoom: Int, _ layer: LayerConfiguration) -> Bool {
    let level = layer.shardPlan(configuration.output, tileZoom: zoom)?.levels.first
    return (level?.zooms?.count ?? 0) >= Self.leastDecided
  }

  private static func features(
    _ source: PlannedSource, _ commands: CommandUse, _ memory: MemoryBound?
  ) throws -> Int {
    let sizes = source.inputs.map { input in (try? UnixFile.size(input.file ?? "")) ?? 0 }
    guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { return 0 }
    var slices = FileSequence(source, commands, file: largest, count: 1, bound: memory)
    defer { slices.close() }
    do {
      guard let job = try slices.next() else { return 0 }
      // More of a compressed file may have been read than is in the slice.
      let isCompressed = source.inputs[largest].file?.hasSuffix(".gz") == true
      let bytes = max(1, isCompressed ? Double(job.storedBytes) : Double(job.slice.byteCount))
      return Int(Double(job.slice.count) / bytes * Double(sizes.reduce(0, +)))
    } catch PipelineError.badData {
      // The process that builds finds the error, too.
      return 0
    }
  }
}
