import OvertileGeoJSON

extension ResultsElsewhere {
  /// The results of a source that are in a folder.
  ///
  /// - Parameters:
  ///   - index: the index of the source.
  ///   - withRows: whether layers are to have their rows whole.
  init(_ parts: PartFolder, _ source: PlannedSource, index: Int, withRows: Bool) {
    self.init(
      withRows: withRows,
      markedFile: { file in
        guard source.isDivisible, parts.hasRows || !withRows, let path = source.inputs[file].file else { return nil }
        return MarkedFile(path, try parts.marks(source: index, file: file))
      },
      checkEnd: { file, rest in
        guard source.isDivisible else { return }
        guard let last = try parts.marks(source: index, file: file).last else { throw parts.missing(source, file) }
        if last.rest != rest { throw Self.changed(source, file, "it") }
      },
      isWhole: { file in
        try source.isDivisible && parts.marks(source: index, file: file).allSatisfy(\.isWhole)
      },
      outcome: { try Self.outcome($0, parts, source, index: index, withRows: withRows) })
  }

  /// The results of a slice, whose bytes are compared with those that a task has read.
  private static func outcome(
    _ slice: SliceToRead, _ parts: PartFolder, _ source: PlannedSource, index: Int, withRows: Bool
  ) throws -> SourceWorker.Outcome? {
    guard source.isDivisible else { return nil }
    let read = ReadSlice(source: index, slice)
    let found = try parts.result(source, read)
    let isSame =
      switch slice {
      case .text(let job): found.mark == SliceMark(job.slice)
      case .marked(let marked): try found.mark.bytes == marked.slice.bytes && marked.slice.file.holds(marked.slice)
      }
    guard isSame else { throw changed(source, Int(read.file), "its slice \(read.slice)") }
    guard withRows, found.outcome != nil else { return found.outcome }
    return try parts.hasRows ? parts.withRows(found.outcome, source, read) : nil
  }

  private static func changed(_ source: PlannedSource, _ file: Int, _ what: String) -> PipelineError {
    .inputOutput(
      "\(source.files[file]) changed since a task read \(what); the output is as it was. Make the parts again")
  }
}
