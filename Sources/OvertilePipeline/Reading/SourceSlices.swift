/// The slices of one input of a source, for a probe.
struct SourceSlices {
  private var files: FileSequence
  private var following: SourceWorker.Job?

  /// Starts at the input's beginning; nothing is read yet, and no command is run.
  init(_ source: PlannedSource, _ commands: CommandUse, file: Int) {
    files = FileSequence(source, commands, file: file, count: 1)
  }

  /// Whether `next` has returned the last slice.
  var isAtEnd: Bool { following == nil }

  /// The next slice; nil after the last. It reads one slice ahead, so that the exit status of a command that ends by
  /// itself is checked.
  mutating func next() throws -> SourceWorker.Job? {
    let slice = try following ?? files.next()
    following = slice == nil ? nil : try files.next()
    if following == nil { try files.finish() }
    return slice
  }

  /// Warnings about the slices read so far.
  var warnings: [String] { files.warnings }

  /// Ends a running command.
  mutating func close() { files.close() }
}
