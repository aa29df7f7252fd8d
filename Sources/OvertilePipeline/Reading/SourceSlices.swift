/// The slices of one input of a source, for a look at it.
struct SourceSlices {
  private var files: FileSequence
  private var following: SourceWorker.Job?

  /// Begins at the input's beginning; nothing is read yet, and no command run.
  init(_ source: PlannedSource, _ commands: CommandUse, file: Int) {
    files = FileSequence(source, commands, file: file, count: 1)
  }

  /// Whether `next` has given the last slice.
  var isAtEnd: Bool { following == nil }

  /// The next slice; nil after the last. It looks one further, so that a command that ends by itself is asked how.
  mutating func next() throws -> SourceWorker.Job? {
    let slice = try following ?? files.next()
    following = slice == nil ? nil : try files.next()
    if following == nil { try files.finish() }
    return slice
  }

  /// What a person should know of what was read so far.
  var warnings: [String] { files.warnings }

  /// Ends a command that is under way.
  mutating func close() { files.close() }
}
