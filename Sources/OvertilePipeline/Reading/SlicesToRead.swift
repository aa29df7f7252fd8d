import OvertileGeoJSON

/// A slice to read: its text, or its bytes, whose results a task has made.
enum SliceToRead: Sendable {
  case text(SourceWorker.Job)
  case marked(MarkedSlice)

  /// A slice of a file that is not split, with the index of the file among the source's.
  struct MarkedSlice: Sendable {
    let slice: MarkedFile.Slice
    let file: UInt32
    /// Bytes of the source, as it is stored, up to the end of the slice.
    let storedBytes: UInt64
  }

  /// The bytes of its text, by which the memory of its results goes, too.
  var byteCount: Int {
    switch self {
    case .text(let job): job.slice.byteCount
    case .marked(let marked): marked.slice.bytes.range.count
    }
  }
}

/// The slices of all files of a source, one after the other; files that tasks have read are compared by their bytes, where that suffices.
struct SlicesToRead {
  private(set) var files: FileSequence
  private let results: ResultsElsewhere?
  private var marked: (file: MarkedFile, next: Int)?

  /// Begins before the first file.
  init(_ files: FileSequence, _ results: ResultsElsewhere?) { (self.files, self.results) = (files, results) }

  /// The next slice, or nil after the last file.
  mutating func next() throws -> SliceToRead? {
    if marked == nil, files.isBeforeFile, let file = try results?.markedFile(files.file) { marked = (file, 0) }
    guard let (file, number) = marked else { return try split().map { .text($0) } }
    let slice = file.slices[number]
    let next = SliceToRead.MarkedSlice(
      slice: MarkedFile.Slice(file: file, number: number, bytes: slice.bytes, rest: slice.rest),
      file: UInt32(files.file),
      storedBytes: files.finishedBytes + UInt64(slice.bytes.range.upperBound))
    marked = (file, number + 1)
    if number + 1 == file.slices.count {
      files.pass(storedBytes: UInt64(file.byteCount))
      marked = nil
    }
    return .marked(next)
  }

  /// The next slice of a file that is split.
  private mutating func split() throws -> SourceWorker.Job? {
    do {
      let job = try files.next()
      for end in files.takeEnds() { try results?.checkEnd(end.file, end.rest) }
      return job
    } catch PipelineError.badData(let text) {
      guard let results, try results.isWhole(files.file) else { throw PipelineError.badData(text) }
      throw PipelineError.inputOutput(
        "\(text) (it was not so when a task read it: the file changed; the output is as it was; make the parts again)")
    }
  }

  /// Checks the members at the end of the last collection.
  mutating func finish() throws { try files.finish() }

  /// Ends a running command, for example after a failure.
  mutating func close() { files.close() }
}
