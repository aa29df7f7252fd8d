import Foundation
import OvertileClustering
import OvertileConfiguration
import OvertileDigests
import OvertileExpressions
import OvertileFeatures
import OvertilePublishing

/// The results of all tasks of a run, from which one process builds the bundle.
struct PartFolder: Sendable {
  /// The plan.
  let plan: PartPlan
  /// The names of the layers, for messages.
  private let layers: [String]
  /// Whether tasks have written the rows of slices.
  let hasRows: Bool
  /// The shares of each source's files, in their order.
  private let shares: [SIMD2<Int>: [PartPlan.Read]]
  private let files: [PartFile]
  /// Per section: the file and the entry. A task that ran twice has left it twice, with the same bytes.
  private let sections: [PartSection: (file: Int, entry: PartFile.Entry)]

  /// Opens a plan and the part files beside it.
  ///
  /// - Throws: `PipelineError.inputMissing` without a plan, `inputOutput` for files that are damaged, or of other work.
  init(_ folder: String, _ configuration: PipelineConfiguration, _ memory: MemoryBound?) throws {
    let path = folder + "/" + PartPlan.fileName
    guard let text = FileManager.default.contents(atPath: path) else {
      throw PipelineError.inputMissing("\(path): there is no plan; `overtile part plan` makes one")
    }
    plan = try PartPlan(text, path: path)
    let work = try plan.checkedWork(configuration, memory, path: path)
    layers = configuration.layers.map(\.name.value)
    hasRows = !DividedTiles(configuration, plan).handsRoots(memory)
    shares = Dictionary(grouping: plan.reads) { [$0.source, $0.file] }
    files = try FileSystem.names(folder).filter { $0.hasSuffix(PartFormat.ending) }.sorted()
      .map { try PartFile(folder + "/" + $0, work: work) }
    var sections: [PartSection: (file: Int, entry: PartFile.Entry)] = [:]
    for (number, file) in files.enumerated() {
      // Nodes are for other tasks; several tasks send some of one cell.
      for entry in try file.entries(where: { !$0.isForTasks }) {
        if let known = sections[entry.section], known.entry.digest != entry.digest {
          throw PipelineError.inputOutput(
            "\(file.path) and \(files[known.file].path) have different results of one task: an input changed while it was "
              + "read. Make the parts again")
        }
        sections[entry.section] = (number, entry)
      }
    }
    self.sections = sections
  }

  /// The results of a slice that a task has read: rows have their digests alone, and there are none that only reading again can make.
  ///
  /// - Throws: `PipelineError.inputOutput` if they are missing, or damaged.
  func result(
    _ source: PlannedSource, _ slice: ReadSlice
  ) throws -> (mark: SliceMark, outcome: SourceWorker.Outcome?) {
    let section = PartSection.outcome(source: slice.source, file: slice.file, slice: slice.slice)
    guard let found = sections[section] else { throw missing(source, slice) }
    return try files[found.file].read(found.entry) { decoder in
      let mark = try SliceMark(&decoder)
      return (mark, try decoder.optional { try SourceWorker.Outcome(&$0, of: source, slice) })
    }
  }

  /// Results with whole rows.
  ///
  /// - Throws: `PipelineError.inputOutput` if they are missing, or damaged.
  func withRows(
    _ outcome: SourceWorker.Outcome?, _ source: PlannedSource, _ slice: ReadSlice
  ) throws -> SourceWorker.Outcome? {
    guard let rows = sections[.rows(source: slice.source, file: slice.file, slice: slice.slice)] else {
      throw missing(source, slice)
    }
    var outcome = outcome
    try files[rows.file].read(rows.entry) { try outcome?.takeRows(&$0, of: source) }
    return outcome
  }

  /// The bytes of all shares of a source's file; fewer if a task is missing.
  ///
  /// - Throws: `PipelineError.inputOutput` if they are damaged.
  func marks(source: Int, file: Int) throws -> [ShareMarks] {
    try shares[[source, file], default: []].compactMap { share in
      guard let found = sections[.marks(source: source, file: file, first: share.first)] else { return nil }
      return try files[found.file].read(found.entry) { try ShareMarks(&$0, first: share.first) }
    }
  }

  /// Checks that the plan is of as many files as there are now, and of the version of PROJ, if they need it.
  ///
  /// - Throws: `PipelineError.inputOutput` if files were added or removed, or PROJ is another one.
  func check(_ sources: [PlannedSource]) throws {
    for (index, source) in sources.enumerated() where source.isDivisible {
      try plan.checkProj(of: source)
      let planned = shares.keys.count { $0[0] == index }
      guard planned == source.inputs.count else {
        throw PipelineError.inputOutput(
          "source \"\(source.name)\" has \(Counted.text(source.inputs.count, "file")), and had \(planned) when the tasks were planned: "
            + "the inputs changed; the output is as it was. Plan anew, and make the parts again")
      }
    }
  }

  /// The error that the part of a task that read a file is not there.
  func missing(_ source: PlannedSource, _ file: Int) -> PipelineError {
    .inputOutput("no part has the end of \(source.files[file]): a task is missing")
  }

  private func missing(_ source: PlannedSource, _ slice: ReadSlice) -> PipelineError {
    let task = plan.reads.firstIndex { read in
      read.source == slice.source && read.file == slice.file && read.first <= slice.slice
        && slice.slice < read.end ?? .max
    }
    let name = task.map { "task \($0) that reads is missing, or" } ?? "a task is missing, or"
    return .inputOutput(
      "no part has slice \(slice.slice) of \(source.files[Int(slice.file)]): \(name) the file changed")
  }

  /// The tiles that tasks have made, ascending: of a layer, or, without one, of all layers.
  func tiles(ofLayer layer: Int?) -> [(section: PartSection, file: PartFile, entry: PartFile.Entry)] {
    let number = PartSection.tiles(layer: layer, first: 0, last: 0).numbers[0]
    return sections.filter { $0.key.kind == .tiles && $0.key.numbers[0] == number }
      .sorted { $0.key < $1.key }.map { ($0.key, files[$0.value.file], $0.value.entry) }
  }

  /// The clusters that tasks have made of a layer's points.
  ///
  /// - Parameter points: the number of the points, which every level of tasks must have seen.
  /// - Throws: `PipelineError.inputOutput` if a task is missing.
  func clusters(ofLayer layer: Int, levels: Int, points: Int) throws -> [ShardClusters] {
    var (clusters, seen): ([ShardClusters], [Int]) = ([], Array(repeating: 0, count: levels))
    for (section, outcome) in try outcomes(.clusters, ofLayer: layer, ShardOutcome.init) {
      try count(outcome.points, at: section, &seen)
      clusters.append(outcome.clusters)
    }
    for (section, outcome) in try outcomes(.subtrees, ofLayer: layer, SubtreeOutcome.init) {
      try count(outcome.points, at: section, &seen)
      let numbers = try read(.numbers, like: section) { try $0.longWords() }
      guard numbers.count == outcome.subtrees.pointCount else {
        throw PipelineError.inputOutput(
          "layer \"\(layers[layer])\": a task has numbered other points than it has. Make the parts again")
      }
      clusters.append(outcome.subtrees.clusters(numbers: numbers))
    }
    try check(seen, points: points, ofLayer: layer)
    return clusters
  }

  /// The roots of a task, what is shown of their points, and what aggregates need of them.
  typealias HandedRoots = (subtrees: ShardSubtrees, leaves: SubtreeLeaves, aggregated: SubtreeAggregates?)

  /// The roots that tasks have made of a layer's points, and the clusters of lower zooms.
  ///
  /// - Parameters: those of `clusters`, and the number of aggregates.
  func roots(
    ofLayer layer: Int, levels: Int, points: Int, aggregateCount: Int
  ) throws -> (roots: [HandedRoots], clusters: [ShardClusters]) {
    var seen = Array(repeating: 0, count: levels)
    let roots = try outcomes(.subtrees, ofLayer: layer, SubtreeOutcome.init).map { section, outcome -> HandedRoots in
      try count(outcome.points, at: section, &seen)
      let leaves = try read(.leaves, like: section) { try SubtreeLeaves(&$0, of: outcome.subtrees) }
      guard aggregateCount > 0 else { return (outcome.subtrees, leaves, nil) }
      let aggregated = try read(.aggregated, like: section) {
        try SubtreeAggregates(&$0, aggregateCount: aggregateCount, pointCount: outcome.subtrees.pointCount)
      }
      return (outcome.subtrees, leaves, aggregated)
    }
    let clusters = try outcomes(.clusters, ofLayer: layer, ShardOutcome.init).map { section, outcome in
      try count(outcome.points, at: section, &seen)
      return outcome.clusters
    }
    try check(seen, points: points, ofLayer: layer)
    return (roots, clusters)
  }

  /// The sections of a kind of a layer, ascending.
  private func outcomes<Outcome>(
    _ kind: PartSection.Kind, ofLayer layer: Int, _ decode: (inout PartDecoder) throws -> Outcome
  ) throws -> [(PartSection, Outcome)] {
    try sections.filter { $0.key.kind == kind && $0.key.numbers[0] == UInt64(layer) }.sorted { $0.key < $1.key }
      .map { section, found in (section, try files[found.file].read(found.entry, decode)) }
  }

  /// The names of the sections of a kind, ascending.
  func names(of kind: PartSection.Kind) -> [PartSection] { sections.keys.filter { $0.kind == kind }.sorted() }

  /// Reads a section from its beginning; nil if no task has left it.
  ///
  /// - Throws: `PipelineError.inputOutput` if it is damaged.
  func read<Value>(_ section: PartSection, _ decode: (inout PartDecoder) throws -> Value) throws -> Value? {
    try sections[section].map { try files[$0.file].read($0.entry, decode) }
  }

  /// A section of another kind with the name of one.
  private func read<Value>(
    _ kind: PartSection.Kind, like section: PartSection, _ decode: (inout PartDecoder) throws -> Value
  ) throws -> Value {
    guard let found = sections[PartSection(kind: kind, numbers: section.numbers)] else {
      throw PipelineError.inputOutput(
        "layer \"\(name(of: section))\": a task's points are missing. Make the parts again")
    }
    return try files[found.file].read(found.entry, decode)
  }

  private func name(of section: PartSection) -> String {
    layers.indices.contains(Int(clamping: section.numbers[0])) ? layers[Int(section.numbers[0])] : "?"
  }

  private func count(_ points: Int, at section: PartSection, _ seen: inout [Int]) throws {
    guard section.numbers[1] < UInt64(seen.count) else {
      throw PipelineError.inputOutput("a part has a level that the plan does not have")
    }
    seen[Int(section.numbers[1])] += points
  }

  private func check(_ seen: [Int], points: Int, ofLayer layer: Int) throws {
    guard let level = seen.firstIndex(where: { $0 != points }) else { return }
    throw PipelineError.inputOutput(
      "tasks of level \(level) have clustered \(seen[level]) of \(points) points of layer \"\(layers[layer])\": a task is missing, or of "
        + "another division. Run every task of the level with the same --tasks")
  }
}

extension PartPlan {
  /// Reads a plan.
  ///
  /// - Throws: `PipelineError.inputOutput` for a text that is no plan, or one of another version.
  init(_ text: Data, path: String) throws {
    guard let plan = try? JSONDecoder().decode(PartPlan.self, from: text), plan.version == Int(PartFormat.version),
      (0...Self.greatestTileZoom).contains(plan.tileZoom), (0...64).contains(plan.levels)
    else {
      throw PipelineError.inputOutput(
        "\(path): it is damaged, or no plan of this version; `overtile part plan` makes it again")
    }
    guard try plan.sealed() == plan else {
      throw PipelineError.inputOutput("\(path): the plan was changed; `overtile part plan` makes it again")
    }
    self = plan
  }

  /// The greatest zoom of tiles that are tasks.
  static let greatestTileZoom = 24

  /// The digest of the work, if the plan is of a configuration.
  ///
  /// - Throws: `PipelineError.inputOutput` for a plan of another one.
  func checkedWork(
    _ configuration: PipelineConfiguration, _ memory: MemoryBound?, path: String
  ) throws -> [UInt8] {
    let work = try PartWork.digest(configuration, memory, tileZoom: tileZoom, proj: proj)
    guard SHA256.text(work) == self.work else {
      throw PipelineError.inputOutput(
        "\(path): the plan is of another configuration, another --memory or another version of the program")
    }
    return work
  }
}
