import Foundation
import OvertileClustering
import OvertileConfiguration
import OvertileDigests
import OvertileFeatures
import OvertilePublishing

/// The results of all tasks of a run, from which one process builds the bundle.
struct PartFolder: Sendable {
  /// The plan.
  let plan: PartPlan
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
    files = try FileSystem.names(folder).filter { $0.hasSuffix(PartFormat.ending) }.sorted()
      .map { try PartFile(folder + "/" + $0, work: work) }
    var sections: [PartSection: (file: Int, entry: PartFile.Entry)] = [:]
    for (number, file) in files.enumerated() {
      // Nodes are for other tasks; several tasks send some of one cell.
      for entry in file.entries where entry.section.kind != .nodes && entry.section.kind != .sent {
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

  /// The results of a slice that a task has read; nil for a source that tasks do not read, and for results that only
  /// reading again can make.
  ///
  /// - Throws: `PipelineError.inputOutput` if they are missing, or of other bytes.
  func outcome(_ source: PlannedSource, _ index: Int, _ job: SourceWorker.Job) throws -> SourceWorker.Outcome? {
    guard source.isDivisible else { return nil }
    let name = source.files[Int(job.file)]
    let section = PartSection.outcome(source: index, file: job.file, slice: job.number)
    guard let found = sections[section] else {
      throw PipelineError.inputOutput(
        "no part has slice \(job.number) of \(name): a task is missing, or the file changed")
    }
    return try files[found.file].read(found.entry) { decoder in
      guard try SliceMark(&decoder) == SliceMark(job.slice) else {
        throw PipelineError.inputOutput(
          "\(name) changed since a task read its slice \(job.number); the output is as it was. Make the parts again")
      }
      return try decoder.optional { try SourceWorker.Outcome(&$0, of: source, job: job) }
    }
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
    for (section, found) in sections.sorted(by: { $0.key < $1.key })
    where section.kind == .clusters && section.numbers[0] == UInt64(layer) {
      let outcome = try files[found.file].read(found.entry) { try ShardOutcome(&$0) }
      guard section.numbers[1] < UInt64(levels) else {
        throw PipelineError.inputOutput("\(files[found.file].path): it has a level that the plan does not have")
      }
      seen[Int(section.numbers[1])] += outcome.points
      clusters.append(outcome.clusters)
    }
    if let level = seen.firstIndex(where: { $0 != points }) {
      throw PipelineError.inputOutput(
        "tasks of level \(level) have clustered \(seen[level]) of \(points) points of layer \(layer): a task is missing"
      )
    }
    return clusters
  }
}

extension PartPlan {
  /// Reads a plan.
  ///
  /// - Throws: `PipelineError.inputOutput` for a text that is no plan, or one of another version.
  init(_ text: Data, path: String) throws {
    guard let plan = try? JSONDecoder().decode(PartPlan.self, from: text), plan.version == Int(PartFormat.version),
      (0...Self.greatestTileZoom).contains(plan.tileZoom), (0...64).contains(plan.levels)
    else { throw PipelineError.inputOutput("\(path): it is not a plan of this version") }
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
    let work = try PartWork.digest(configuration, memory, tileZoom: tileZoom)
    guard SHA256.text(work) == self.work else {
      throw PipelineError.inputOutput(
        "\(path): the plan is of another configuration, another --memory or another version of the program")
    }
    return work
  }
}
