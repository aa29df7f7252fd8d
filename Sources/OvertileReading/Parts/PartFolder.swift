import Foundation
import OvertileConfiguration

/// A folder with a plan and the parts of its tasks.
package struct PartFolder {
  private let folder: String
  private let plan: PartPlan
  private let digest: String
  private let sources: [PlannedSource]

  /// Reads the plan of a folder.
  ///
  /// - Throws: `PipelineError.inputMissing` without one; `inputOutput` if it is of another run, or an input has changed since.
  init(
    _ folder: String, _ configuration: PipelineConfiguration, _ sources: [PlannedSource], _ work: OrderedParallelMap
  ) throws {
    (self.folder, self.sources) = (folder, sources)
    (plan, digest) = try PartPlan.read(from: folder, configuration, sources, work.memory.bound)
    for (index, source) in sources.enumerated() {
      try PartPlan.check(plan.chunks.filter { $0.source == index }, of: source, work)
    }
  }

  /// The parts of the tasks that make tiles; none if they were not planned.
  ///
  /// - Parameter work: the digest of the decisions by which the tiles are to be made.
  package func tiles(of work: String) throws -> [PartReader] {
    try (0..<plan.tilers).map { task in
      try PartReader(PartName(plan: digest, step: .tile, task: task, work: work), in: folder)
    }
  }

  /// What tasks have read of a source; nil if it has no tasks.
  func slices(ofSource source: Int) -> (any SliceSupply)? {
    let tasks = Set(plan.chunks.filter { $0.source == source }.map(\.task)).sorted()
    guard !tasks.isEmpty else { return nil }
    return PartSlices(
      folder: folder, parts: tasks.map { PartName(plan: digest, step: .read, task: $0) }[...],
      extraColumns: sources[source].layers.map { $0.extra.columns.count })
  }
}

/// The slices that tasks have read of a source, in their order.
private struct PartSlices: SliceSupply {
  let folder: String
  /// The parts that are left.
  var parts: ArraySlice<PartName>
  let extraColumns: [Int]
  var reader: PartReader?
  var warnings = FileWarnings()
  let finished: [BuildReport.Command] = []

  mutating func nextSlice() throws -> SuppliedSlice? {
    while let reader = try reader ?? parts.popFirst().map({ try PartReader($0, in: folder) }) {
      self.reader = reader
      defer { warnings.add(reader.warnings) }
      if let record = try reader.next() {
        return SuppliedSlice(byteCount: record.bytes.count) { [extraColumns] _ in
          try RecordedSlice.outcome(record.bytes, extraColumns: extraColumns)
        }
      }
      self.reader = nil
    }
    return nil
  }

  mutating func close() { reader = nil }
}
