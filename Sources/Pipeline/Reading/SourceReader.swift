import Configuration
import GeoJSON

/// Reads one source into the rows of its layers: split, then, on all cores, parse, reproject and take.
struct SourceReader {
  let source: PlannedSource
  let work: OrderedWork

  /// What a source gave.
  struct Books {
    /// The source's own books.
    var report: BuildReport.Source
    /// Per layer of the source: its books.
    var layers: [BuildReport.Layer]
    /// What a person should know.
    var warnings: [String] = []
    /// The first of the features that are wrong.
    var firstRefusals: [LedgerEntry] = []
  }

  /// Reads every file of the source, in order.
  ///
  /// - Parameters:
  ///   - rows: per layer of the source, gets its rows.
  ///   - progress: is told the bytes and features so far.
  /// - Throws: `PipelineError.badData` when a stream cannot be read to its end. Whether too many features are wrong is
  ///   for `Tolerance` to say.
  func read(
    into rows: inout [LayerRows], ledger: inout Ledger, progress: (UInt64, Int) -> Void
  ) throws -> Books {
    var books = Books(
      report: BuildReport.Source(
        name: source.name, files: source.files.count, bytes: 0, read: 0, usable: 0, rejected: 0),
      layers: source.layers.map { Self.emptyBooks($0.layer) }, warnings: source.reprojector.operation.warnings)
    var files = FileSequence(source, bound: work.memory.bound)
    var notes = NoteCounts()
    var outside = 0
    var beyondMap = 0
    try work.run(
      next: { try files.next() },
      makeWorker: { [source] in try SourceWorker(source) },
      work: { worker, job in try worker.work(job) },
      consume: { outcome in
        for crs in outcome.crs { try source.check(crs, file: source.files[Int(outcome.file)]) }
        books.report.read += outcome.read
        books.report.bytes += UInt64(outcome.bytes)
        books.report.rejected += outcome.rejected
        books.report.usable += outcome.read - outcome.rejected
        try ledger.add(outcome.entries, originals: outcome.originals)
        let missing = Ledger.firstCount - books.firstRefusals.count
        if missing > 0 { books.firstRefusals += outcome.entries.filter(\.code.isFault).prefix(missing) }
        for (index, layer) in outcome.layers.enumerated() {
          books.layers[index].read += outcome.read - outcome.rejected
          books.layers[index].add(layer)
          try rows[index].append(layer.rows)
        }
        notes.add(outcome.notes)
        outside += outcome.outsideAreaOfUse
        beyondMap += outcome.beyondMap
        progress(books.report.bytes, books.report.read)
      })
    try files.finish()
    books.warnings += notes.warnings(source.name)
    if outside > 0 {
      books.warnings.append(
        "source \"\(source.name)\": \(outside) positions lie outside the area that \(source.reprojector.source.name) is "
          + "made for; is `crs:` right?")
    }
    if beyondMap > 0 {
      let positions = beyondMap == 1 ? "1 position" : "\(beyondMap) positions"
      books.warnings.append("source \"\(source.name)\": \(positions) beyond latitude 85.0511, the edge of the map")
    }
    return books
  }

  private static func emptyBooks(_ layer: LayerConfiguration) -> BuildReport.Layer {
    let kind =
      switch layer.kind {
      case .cluster: "cluster"
      case .circle: "circle"
      case .shape: "shape"
      }
    return BuildReport.Layer(name: layer.name.value, source: layer.source.value, kind: kind)
  }
}

extension BuildReport.Layer {
  /// Adds what a slice gave to this layer.
  fileprivate mutating func add(_ outcome: SourceWorker.LayerOutcome) {
    accepted += outcome.rows.count
    filtered += outcome.filtered
    rejected += outcome.rejected
    withoutGeometry += outcome.withoutGeometry
    repaired += outcome.repaired
  }
}

/// The slices of all files of a source, one after the other.
private struct FileSequence {
  private let source: PlannedSource
  private var splitter: FeatureSplitter?
  private var file: Int
  private var checked = 0
  private let bound: MemoryBound?
  private var options = FeatureSplitter.Options()

  /// Begins at a file; with a bound slices are smaller, and so is the largest feature.
  init(_ source: PlannedSource, file: Int = 0, bound: MemoryBound? = nil) {
    self.source = source
    self.file = file
    self.bound = bound
    guard let bound else { return }
    (options.sliceByteCount, options.readByteCount) = (bound.sliceBytes, bound.sliceBytes)
    guard bound.featureBytes < options.limitByteCount else { return }
    // That is no fault of the data: with more memory the feature would be read.
    (options.limitByteCount, options.passesOverTooLarge) = (bound.featureBytes, false)
  }

  /// The next slice, or nil after the last file.
  mutating func next() throws -> SourceWorker.Job? {
    while file < source.files.count {
      let path = source.files[file]
      do {
        let input = path == SourceFiles.standardInput ? GeoJSONInput.standardInput : .file(path)
        let splitter = try self.splitter ?? FeatureSplitter(input, options: options)
        self.splitter = splitter
        let slice = try splitter.next()
        try checkCRS()
        if let slice { return SourceWorker.Job(slice: slice, file: UInt32(file)) }
      } catch let error as GeoJSONError {
        throw self.error(error, path: path)
      }
      self.splitter = nil
      checked = 0
      file += 1
    }
    return nil
  }

  /// Checks what the last collection said at its end.
  mutating func finish() throws { try checkCRS() }

  private mutating func checkCRS() throws {
    guard let members = splitter?.crsMembers, members.count > checked else { return }
    for crs in members[checked...] { try source.check(crs, file: source.files[file]) }
    checked = members.count
  }

  private func error(_ error: GeoJSONError, path: String) -> PipelineError {
    let name = path == SourceFiles.standardInput ? "standard input" : path
    if let bound, error.code == .textTooLarge, options.limitByteCount == bound.featureBytes {
      return .unavailable(
        "\(name): \(error), which is larger than a quarter of the memory bound of \(MemoryBound.text(bound.bytes)). "
          + "Give a larger --memory")
    }
    switch error.code {
    case .cannotOpen: return .inputMissing("\(name): \(error)")
    case .cannotRead: return .inputOutput("\(name): \(error)")
    case .outOfMemory: return .unavailable("\(name): \(error)")
    default: return .badData("\(name): \(error) [\(error.code.rawValue)]")
    }
  }
}

extension PlannedSource {
  /// The first slice of a file, or nil when it has no features.
  func firstSlice(ofFile file: Int) throws -> SourceWorker.Job? {
    var files = FileSequence(self, file: file)
    return try files.next()
  }
}

/// What was odd but accepted in a source, by kind.
private struct NoteCounts {
  private var counts: [FeatureNote.Code: (count: Int, first: FeatureNote)] = [:]

  mutating func add(_ notes: [FeatureNote]) {
    for note in notes { counts[note.code, default: (0, note)].count += note.count }
  }

  func warnings(_ source: String) -> [String] {
    FeatureNote.Code.allCases.compactMap { code in
      guard let (count, first) = counts[code] else { return nil }
      let place = "line \(first.place.line), byte \(first.place.byteOffset)"
      let name = first.name.isEmpty ? "" : " \"\(first.name)\""
      switch code {
      case .duplicateKey:
        return
          "source \"\(source)\": a key occurs twice in \(count) objects, and the last counts; first\(name) at \(place)"
      case .missingProperties:
        return "source \"\(source)\": \(count) features have no \"properties\" member; first at \(place)"
      case .mixedMembers:
        return
          "source \"\(source)\": \(count) features have a member of another type, which is ignored; first\(name) at \(place)"
      }
    }
  }
}
