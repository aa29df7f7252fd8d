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
    /// Per layer of the source: about how many tiles its features will be in.
    var tiles: [Int]
    /// What a person should know.
    var warnings: [String] = []
    /// The first of the features that are wrong.
    var firstRefusals: [LedgerEntry] = []
    /// Bytes that were read as they are stored.
    var storedBytes: UInt64 = 0
    /// Whether reading stopped because no more data could make the run succeed.
    var isCutShort = false
  }

  /// What was read of the source so far.
  struct Progress {
    let bytes: UInt64
    let storedBytes: UInt64
    let features: Int
    /// What the rows hold.
    let load: MemoryLoad

    fileprivate init(_ books: Books, load: MemoryLoad) {
      (bytes, storedBytes, features) = (books.report.bytes, books.storedBytes, books.report.read)
      self.load = load
    }
  }

  /// Reads every file of the source, in order.
  ///
  /// - Parameters:
  ///   - rows: per layer of the source, gets its rows.
  ///   - progress: is told what was read so far.
  /// - Throws: `PipelineError.badData` when a stream cannot be read to its end. Whether too many features are wrong is
  ///   for `Tolerance` to say.
  func read(
    into rows: inout [LayerRows], ledger: inout Ledger, progress: (Progress) -> Void
  ) throws -> Books {
    var books = Books(
      report: BuildReport.Source(
        name: source.name, files: source.files.count, bytes: 0, read: 0, usable: 0, rejected: 0),
      layers: source.layers.map { Self.emptyBooks($0.layer) }, tiles: source.layers.map { _ in 0 },
      warnings: source.reprojector.operation.warnings)
    var files = FileSequence(source, bound: work.memory.bound)
    var notes = NoteCounts()
    var odd = CRSWarnings()
    var outside = 0
    var beyondMap = 0
    let tolerance = Tolerance(source: source)
    let mostBytes = SourceFiles.mostBytes(source.files)
    try work.run(
      next: { books.isCutShort ? nil : try files.next() },
      makeWorker: { [source, memory = work.memory] in try SourceWorker(source, memory: memory) },
      work: { worker, job in try worker.work(job) },
      consume: { outcome in
        for crs in outcome.crs { odd.add(try source.check(crs, file: source.files[Int(outcome.file)])) }
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
          books.tiles[index] += layer.tiles
          try rows[index].append(layer.rows)
        }
        notes.add(outcome.notes)
        outside += outcome.outsideAreaOfUse
        beyondMap += outcome.beyondMap
        books.isCutShort = tolerance.isHopeless(books, mostBytes: mostBytes)
        books.storedBytes = outcome.storedBytes
        progress(Progress(books, load: rows.reduce(MemoryLoad()) { $0 + $1.load }))
      })
    if !books.isCutShort { try files.finish() }
    books.warnings += odd.all + files.warnings + notes.warnings(source.name)
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
  private var finishedBytes: UInt64 = 0
  private let bound: MemoryBound?
  private var options = FeatureSplitter.Options()
  private var odd = CRSWarnings()
  private var commas: [String] = []
  private var collections: [String] = []

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
        if let slice {
          return SourceWorker.Job(
            slice: slice, file: UInt32(file), storedBytes: finishedBytes + splitter.storedByteCount)
        }
        finishedBytes += splitter.storedByteCount
      } catch let error as GeoJSONError {
        throw self.error(error, path: path)
      }
      noteCommas(path)
      noteCollections(path)
      self.splitter = nil
      checked = 0
      file += 1
    }
    return nil
  }

  /// Checks what the last collection said at its end.
  mutating func finish() throws { try checkCRS() }

  /// What a person should know of the files.
  var warnings: [String] { odd.all + commas + collections }

  private mutating func noteCommas(_ path: String) {
    guard let (count, byteOffset) = splitter?.strayCommas, count > 0 else { return }
    let many = count == 1 ? "1 comma stands" : "\(count) commas stand"
    commas.append(
      "\(path): \(many) between features, outside a collection, without a meaning; first at byte \(byteOffset)")
  }

  private mutating func noteCollections(_ path: String) {
    for note in splitter?.collectionNotes ?? [] {
      collections.append("\(path): \(note.message), at byte \(note.byteOffset); it is ignored [\(note.code.rawValue)]")
    }
  }

  private mutating func checkCRS() throws {
    guard let members = splitter?.crsMembers, members.count > checked else { return }
    for crs in members[checked...] { odd.add(try source.check(crs, file: source.files[file])) }
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
    default:
      let advice = error.advice.map { ". " + $0 } ?? ""
      return .badData("\(name): \(error) [\(error.code.rawValue)]\(advice)")
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

/// What `crs` members say that the configuration overrules: the first few, each once.
private struct CRSWarnings {
  private(set) var all: [String] = []
  private var seen: Set<String> = []

  private static let most = 5

  mutating func add(_ text: String?) {
    guard let text, all.count < Self.most else { return }
    // The same member may stand in every feature.
    let what = text.drop { $0 != "\"" }
    if seen.insert(String(what)).inserted { all.append(text) }
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
      case .badBounds:
        return "source \"\(source)\": \(count) features have a bbox that is wrong; first at \(place) [\(code.rawValue)]"
      case .mixedMembers:
        return
          "source \"\(source)\": \(count) features have a member of another type, which is ignored; first\(name) at \(place)"
      }
    }
  }
}
