import OvertileTileArchive

/// The input files of a run, and the tasks that read them.
struct SharedFiles: Sendable {
  private struct File: Sendable {
    let source: Int
    let file: Int
    let bytes: Int
    let isCompressed: Bool
  }

  private let sources: [PlannedSource]
  private let leastShare: Int
  private let files: [File]

  /// The bytes of a file that a task reads: it needs some 200 MB for them.
  private static let usualShare = 64 << 20

  /// Finds the sizes of the files of sources that tasks read.
  ///
  /// - Parameter leastShare: the bytes of a file that one task reads at least; a smaller file is not shared.
  init(_ sources: [PlannedSource], leastShare: Int) {
    (self.sources, self.leastShare) = (sources, leastShare)
    files = sources.enumerated().filter { $1.isDivisible }.flatMap { index, source in
      source.inputs.enumerated().map { file, input in
        let path = input.file ?? ""
        // Not the size of a symbolic link.
        let bytes = (try? UnixFile.size(path)) ?? 0
        return File(source: index, file: file, bytes: bytes, isCompressed: path.hasSuffix(".gz"))
      }
    }
  }

  /// About so many tasks with equal shares of the bytes; without a number, with the usual share each.
  ///
  /// A file of one share is not opened. The others are scanned, one on each thread: O(bytes).
  func reads(tasks: Int?, _ work: OrderedParallelMap, _ commands: CommandUse) throws -> [PartPlan.Read] {
    let all = files.reduce(0) { $0 + $1.bytes }
    let share = max(leastShare, tasks.map { all / max(1, $0) } ?? Self.usualShare)
    var reads: [PartPlan.Read] = []
    var next = files.makeIterator()
    try work.run(
      next: { next.next() }, makeWorker: {},
      work: { [self] _, file in
        let shares = file.isCompressed ? 1 : max(1, min(tasks ?? .max, file.bytes / share))
        return try self.reads(file, shares: shares, commands, work)
      },
      consume: { reads += $0 })
    return reads
  }

  /// The shares of a file, each from the first slice that begins behind a multiple of its part of the bytes.
  private func reads(
    _ file: File, shares: Int, _ commands: CommandUse, _ work: OrderedParallelMap
  ) throws -> [PartPlan.Read] {
    var reads = [PartPlan.Read(source: file.source, file: file.file, first: 0, end: nil, start: nil)]
    guard shares > 1 else { return reads }
    var slices = FileSequence(
      sources[file.source], commands, file: file.file, count: 1, bound: work.memory.bound)
    defer { slices.close() }
    do {
      while reads.count < shares, let job = try slices.next() {
        try work.cancellation.check()
        guard let start = slices.checkpoint, start.offset >= file.bytes / shares * reads.count else { continue }
        reads[reads.count - 1].end = job.number + 1
        reads.append(
          PartPlan.Read(source: file.source, file: file.file, first: job.number + 1, end: nil, start: start))
      }
    } catch PipelineError.badData {
      // The process that builds finds the error, too.
    }
    return reads
  }
}

extension PartPlan.Read {
  /// Whether a task can read the share.
  var isValid: Bool {
    first >= 0 && (end ?? .max) >= first && (start?.isValid ?? (first == 0))
  }
}
