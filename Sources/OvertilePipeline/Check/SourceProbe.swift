import OvertileConfiguration
import OvertileExpressions
import OvertileLayers
import OvertileReading

/// The beginnings of a source's files, mapped into its layers as a build does it, and the findings about the build.
struct SourceProbe {
  private let source: PlannedSource
  private let commands: CommandUse
  private let worker: SourceWorker
  /// The files whose rest has not been read.
  private var open: [FileSequence] = []
  private var errors = DataErrors()
  /// The results so far.
  private var total: SourceWorker.Outcome
  /// Per layer: the rows of the first features, to be surveyed.
  private var rows: [LayerRows]
  private let configuration: PipelineConfiguration
  /// The first features that are wrong for the source or for a layer.
  private(set) var faults: [String] = []
  /// Per input: whether not even its beginning has been read.
  private var isUnread: [Bool]

  /// The faults that are kept one by one.
  private static let mostFaults = 10_000
  /// The features of a layer that are surveyed, or a few more.
  static let mostRows = 100_000

  init(_ source: PlannedSource, _ configuration: PipelineConfiguration, _ commands: CommandUse) throws {
    (self.source, self.configuration, self.commands) = (source, configuration, commands)
    worker = try SourceWorker(source, memory: MemoryWatch(nil))
    total = SourceWorker.Outcome(noneOf: source)
    rows = source.layers.map { LayerRows(extraColumns: $0.extra.columns.count) }
    isUnread = source.inputs.map { _ in true }
  }

  /// The number of features found so far.
  var read: Int { total.counts.read }

  /// The number of features so far that are wrong, for the source or for one layer at least.
  var wrong: Int { total.counts.wrong ?? 0 }

  /// Whether everything has been read.
  var isComplete: Bool { open.isEmpty && !isUnread.contains(true) }

  /// Reads the first slice of a file, and looks whether there is another.
  ///
  /// - Returns: warnings about the file.
  mutating func readBeginning(ofFile file: Int) throws -> [String] {
    var slices = FileSequence(source, commands, file: file)
    var staysOpen = false
    defer { if !staysOpen { slices.close() } }
    isUnread[file] = false
    guard let slice = try slices.nextLookingAhead() else { return [] }
    let warnings = try take(slice) + slices.warnings.all
    if source.inputs[file].command != nil {
      // Not left running; its further output is not known.
      isUnread[file] = !slices.isAtEnd
    } else if !slices.isAtEnd {
      staysOpen = true
      open.append(slices)
    }
    return warnings
  }

  /// Reads on until no further feature can change whether the build fails or warns of something that no feature has:
  /// the share of wrong features, a property that none has, a layer or a filter without effect.
  mutating func readOnWhereUndecided() throws {
    while !open.isEmpty, isUndecided {
      if let slice = try open[0].nextLookingAhead() { _ = try take(slice) } else { open.removeFirst() }
    }
  }

  private var isUndecided: Bool {
    guard exceedsRejectionLimit else { return !absences(besides: dataErrors).isEmpty }
    if case .share = source.configuration.rejectionLimit { return true }
    return false
  }

  private mutating func take(_ slice: SuppliedSlice) throws -> [String] {
    let outcome = try slice.outcome(worker)
    let input = source.inputs[Int(outcome.file)]
    let warnings = try outcome.crs.compactMap { try source.check($0, in: input) }
    total.add(outcome)
    for (index, layer) in outcome.layers.enumerated() {
      if rows[index].count < Self.mostRows { rows[index].append(layer.rows) }
      try TileEstimate.check(total.layers[index].tiles, of: source.layers[index].layer)
    }
    for entry in outcome.entries { errors.add(entry) }
    let free = Self.mostFaults - faults.count
    if free > 0 { faults += outcome.entries.filter(\.code.isFault).prefix(free).map(\.summary) }
    return warnings
  }

  private var exceedsRejectionLimit: Bool { source.exceedsLimit(wrong, of: read) }

  /// Data errors by their causes, and warnings; those that a further feature could take back only where everything has
  /// been read.
  func diagnostics() throws -> [Diagnostic] {
    let found = dataErrors
    let absent = isComplete ? absences(besides: found) : []
    return try found + source.diagnostics(total) + absent
  }

  private var dataErrors: [Diagnostic] {
    errors.diagnostics(of: source.name, file: configuration.file, properties: [source.name: total.census])
  }

  /// The warnings about what no feature that was read has: a property, or an effect in a layer.
  private func absences(besides errors: [Diagnostic]) -> [Diagnostic] {
    let properties = total.census.diagnostics(
      source.namedProperties, besides: errors, source: source.name, file: configuration.file)
    guard !exceedsRejectionLimit else { return properties }
    return properties
      + zip(source.layers, total.layers).compactMap { mapping, layer in
        LayerSurvey.emptiness(of: mapping.layer, layer.counts, read: read, in: configuration)
      }
  }

  /// The warnings of a build once the features are layers, as far as the features that were read show them.
  ///
  /// Shapes are not made, since they cost too much for a look, nor layers whose last zoom depends on all features.
  ///
  /// - Throws: the errors of a build.
  func survey(_ run: borrowing BuildRun) throws -> [Diagnostic] {
    try zip(source.layers, zip(total.layers.map(\.counts), rows)).flatMap { mapping, probed in
      let layer = mapping.layer
      var (report, rows) = probed
      var survey = LayerSurvey(rows)
      survey.isPartial = !isComplete || rows.count < report.accepted
      var found = [survey.nullIsland(layer)]
      if layer.layerKind != .shape, !layer.endsByItself, rows.count > 0 {
        let made = try layer.drawn(&rows, configuration.output.grid, run.work)
        found += made.diagnostics
        if layer.layerKind == .circle, made.overlays.neverShown.rows.count == survey.features {
          (report.accepted, report.rejected) = (0, report.rejected + report.accepted)
          found.append(LayerSurvey.emptiness(of: layer, report, read: read, in: configuration))
        }
      }
      return found.compactMap { $0?.saidOf(survey) }
    }
  }

  /// The reason that a build would end, given the features that were read; nil where nothing says that it would.
  func failure(_ diagnostics: [Diagnostic]) -> String? {
    guard exceedsRejectionLimit else { return nil }
    return source.rejection(
      wrong, of: "\(Counted.text(read, "feature"))\(isComplete ? "" : " so far")", diagnostics)
  }

  /// Whether everything has been read, and no layer has a feature.
  var isEmpty: Bool { isComplete && total.layers.allSatisfy { $0.counts.accepted == 0 } }
}
