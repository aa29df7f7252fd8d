import OvertileConfiguration
import OvertileExpressions
import OvertileGeoJSON

/// The results of reading a source.
package struct SourceOutput {
  /// The results of all slices together, without their rows and entries.
  var total: SourceWorker.Outcome
  /// Warnings for the user.
  var warnings: [String] = []
  /// Warnings for the user that have a code.
  var diagnostics: [Diagnostic] = []
  /// The commands whose output was read to the end.
  var commands: [BuildReport.Command] = []
  /// Whether reading stopped because no further data could make the run succeed.
  var isCutShort = false
}

/// Reads a source into the rows of its layers: split, then, on all cores, parse, reproject and map.
extension PlannedSource {
  /// Reads slices of the source, in order.
  ///
  /// - Parameters:
  ///   - slices: all of them.
  ///   - rows: per layer of the pipeline: those of the source receive their rows.
  ///   - progress: called with the counts so far.
  /// - Throws: `PipelineError.badData` if a stream cannot be read to its end. Whether too many features are wrong is judged
  ///   later.
  func read(
    _ slices: inout any SliceSupply, into rows: inout [LayerRows], ledger: inout Ledger,
    on work: OrderedParallelMap, progress: (BuildReport.Source) -> Void
  ) throws -> SourceOutput {
    var output = SourceOutput(total: SourceWorker.Outcome(noneOf: self), warnings: reprojector.operation.warnings)
    if configuration.maxAge?.property == nil { output.total.counts.time = SourceFiles.oldestTime(inputs) }
    var odd = FileWarnings()
    try read(&slices, on: work) { outcome in
      for crs in outcome.crs { odd.add(crs: try check(crs, in: inputs[Int(outcome.file)])) }
      output.total.add(outcome)
      try ledger.add(outcome.entries, originals: outcome.originals)
      for (index, layer) in zip(layerIndices, outcome.layers) { rows[index].append(layer.rows) }
      output.isCutShort = surelyExceedsLimit(output.total.counts.wrong ?? 0)
      progress(output.total.counts)
    } while: {
      !output.isCutShort
    }
    output.commands = slices.finished
    output.warnings += odd.all + slices.warnings.all
    output.warnings += FeatureNote.Code.allCases.compactMap { code in
      output.total.notes.first { $0.code == code }?.warning(ofSource: name)
    }
    output.diagnostics = try diagnostics(output.total)
    return output
  }

  /// Makes rows of slices on all cores, and hands them over in order.
  package func read(
    _ slices: inout any SliceSupply, on work: OrderedParallelMap,
    _ consume: (SourceWorker.Outcome) throws -> Void, while goesOn: () -> Bool = { true }
  ) throws {
    defer { slices.close() }
    try work.run(
      next: { goesOn() ? try slices.nextSlice() : nil },
      isAlone: { [bound = work.memory.bound] slice in bound.map { slice.byteCount > $0.aloneBytes } ?? false },
      makeWorker: { [memory = work.memory] in try SourceWorker(self, memory: memory) },
      work: { worker, slice in try slice.outcome(worker) },
      consume: consume)
  }
}

extension SourceWorker.Outcome {
  /// Nothing of a source so far.
  package init(noneOf source: PlannedSource) {
    self.init(file: 0)
    counts = BuildReport.Source(name: source.name, files: source.files.count)
    layers = source.layers.map { SourceWorker.LayerOutcome(counts: BuildReport.Layer($0.layer)) }
    census = PropertyCensus(source.namedProperties)
  }

  /// Adds the results of a further slice, apart from its rows and entries.
  package mutating func add(_ slice: SourceWorker.Outcome) {
    counts += slice.counts
    for (index, layer) in slice.layers.enumerated() {
      layers[index].counts += layer.counts
      layers[index].tiles += layer.tiles
    }
    census.add(slice.census)
    sample.add(slice.sample)
    outsideAreaOfUse += slice.outsideAreaOfUse
    for note in slice.notes {
      if let first = notes.firstIndex(where: { $0.code == note.code }) {
        notes[first].count += note.count
      } else {
        notes.append(note)
      }
    }
  }
}

extension BuildReport.Layer {
  /// A layer that has received no features.
  init(_ layer: LayerConfiguration) {
    self.init(name: layer.name.value, source: layer.source.value, kind: layer.layerKind.rawValue)
  }
}

extension FeatureNote {
  /// The warning about the features of a source in which it occurred.
  fileprivate func warning(ofSource source: String) -> String {
    let features = Counted.text(count, "feature")
    let what =
      switch code {
      case .duplicateKey: ": a key occurs more than once in \(Counted.text(count, "object")), so its last value is used"
      case .missingProperties: " has \(features) without a \"properties\" member"
      case .badBounds: " has \(features) with an invalid bbox"
      case .equalNames:
        " has \(features) with properties whose names differ only in Unicode normalization, so the last one is used"
      case .mixedMembers: " has \(features) with a member that belongs to a different GeoJSON type and is ignored"
      }
    let member = [.duplicateKey, .mixedMembers].contains(code) && !name.isEmpty ? " \"\(name)\"" : ""
    return "source \"\(source)\"\(what); first\(member) at line \(location.line), byte \(location.byteOffset)"
      + (code == .badBounds ? " [\(code.rawValue)]" : "")
  }
}
