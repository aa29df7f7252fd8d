import OvertileBundleFormat
import OvertileConfiguration
import OvertileExpressions
import OvertileGeoJSON

/// Reads one source into the rows of its layers: split, then, on all cores, parse, reproject and map.
package struct SourceReader {
  package let source: PlannedSource
  package let work: OrderedParallelMap

  package init(source: PlannedSource, work: OrderedParallelMap) {
    (self.source, self.work) = (source, work)
  }

  /// The results of reading a source.
  package struct Output {
    /// The source's own counts.
    package var report: BuildReport.Source
    /// Per layer of the source: its counts.
    package var layers: [BuildReport.Layer]
    /// Per layer of the source: an estimate of the tiles of its features.
    package var tiles: [Int]
    /// Warnings for the user.
    package var warnings: [String] = []
    /// Warnings for the user that have a code.
    package var diagnostics: [Diagnostic] = []
    /// The properties of the features.
    package var census: PropertyCensus
    /// Some positions as they were read.
    package var sample = CoordinateSample()
    /// The commands whose output was read to the end.
    package var commands: [BuildReport.Command] = []
    /// Positions outside the area of use of the reprojection.
    package var outside = 0
    /// Whether reading stopped because no further data could make the run succeed.
    var isCutShort = false
    fileprivate var notes = NoteCounts()

    /// Nothing of a source.
    package init(_ source: PlannedSource) {
      report = BuildReport.Source(name: source.name, files: source.files.count)
      layers = source.layers.map { BuildReport.Layer($0.layer) }
      tiles = source.layers.map { _ in 0 }
      census = PropertyCensus(source.namedProperties)
    }

    /// Adds the results of a slice, apart from its rows and entries.
    package mutating func add(_ outcome: SourceWorker.Outcome) {
      report += outcome.counts
      for (index, layer) in outcome.layers.enumerated() {
        layers[index] += layer.counts
        tiles[index] += layer.tiles
      }
      census.add(outcome.census)
      sample.add(outcome.sample)
      outside += outcome.outsideAreaOfUse
      notes.add(outcome.notes)
    }
  }

  /// Reads slices of the source, in order.
  ///
  /// - Parameters:
  ///   - slices: all of them.
  ///   - rows: per layer of the source, receives its rows.
  ///   - progress: called with the counts so far.
  /// - Throws: `PipelineError.badData` if a stream cannot be read to its end. `RejectionCheck` decides whether too many
  ///   features are wrong.
  package func read(
    _ slices: inout any SliceSupply, into rows: inout [LayerRows], ledger: inout Ledger,
    progress: (BuildReport.Source) -> Void
  ) throws -> Output {
    var output = Output(source)
    output.warnings = source.reprojector.operation.warnings
    if source.configuration.maxAge?.property == nil { output.report.time = SourceFiles.oldestTime(source.inputs) }
    var odd = FileWarnings()
    let rejections = RejectionCheck(source: source)
    func take(_ outcome: SourceWorker.Outcome) throws {
      for crs in outcome.crs { odd.add(crs: try source.check(crs, in: source.inputs[Int(outcome.file)])) }
      output.add(outcome)
      try ledger.add(outcome.entries, originals: outcome.originals)
      for (index, layer) in outcome.layers.enumerated() { rows[index].append(layer.rows) }
      output.isCutShort = rejections.isHopeless(output.report.wrong ?? 0)
      progress(output.report)
    }
    try read(&slices, while: { !output.isCutShort }, take)
    output.commands = slices.finished
    output.warnings += odd.all + slices.warnings.all + output.notes.warnings(source.name)
    output.diagnostics = try source.diagnostics(outside: output.outside, output.sample)
    return output
  }

  /// Makes rows of slices on all cores, and hands them over in order.
  package func read(
    _ slices: inout any SliceSupply, while goesOn: () -> Bool = { true },
    _ consume: (SourceWorker.Outcome) throws -> Void
  ) throws {
    defer { slices.close() }
    try work.run(
      next: { goesOn() ? try slices.nextSlice() : nil },
      isAlone: { [bound = work.memory.bound] slice in bound.map { slice.byteCount > $0.aloneBytes } ?? false },
      makeWorker: { [source, memory = work.memory] in try SourceWorker(source, memory: memory) },
      work: { worker, slice in try slice.outcome(worker) },
      consume: consume)
  }
}

extension BuildReport.Layer {
  /// A layer that has received no features.
  init(_ layer: LayerConfiguration) {
    let kind: LayerKind =
      switch layer.kind {
      case .cluster: .cluster
      case .circle: .circle
      case .shape: .shape
      }
    self.init(name: layer.name.value, source: layer.source.value, kind: kind.rawValue)
  }
}

/// The counts of odd but accepted parts of a source, by kind.
private struct NoteCounts {
  private var counts: [FeatureNote.Code: (count: Int, first: FeatureNote)] = [:]

  mutating func add(_ notes: [FeatureNote]) {
    for note in notes { counts[note.code, default: (0, note)].count += note.count }
  }

  func warnings(_ source: String) -> [String] {
    FeatureNote.Code.allCases.compactMap { code in
      guard let (count, first) = counts[code] else { return nil }
      let features = Counted.text(count, "feature")
      let what =
        switch code {
        case .duplicateKey:
          ": a key occurs more than once in \(Counted.text(count, "object")), so its last value is used"
        case .missingProperties: " has \(features) without a \"properties\" member"
        case .badBounds: " has \(features) with an invalid bbox"
        case .equalNames:
          " has \(features) with properties whose names differ only in Unicode normalization, so the last one is used"
        case .mixedMembers: " has \(features) with a member that belongs to a different GeoJSON type and is ignored"
        }
      let name = [.duplicateKey, .mixedMembers].contains(code) && !first.name.isEmpty ? " \"\(first.name)\"" : ""
      let place = "line \(first.location.line), byte \(first.location.byteOffset)"
      return "source \"\(source)\"\(what); first\(name) at \(place)"
        + (code == .badBounds ? " [\(code.rawValue)]" : "")
    }
  }
}
