import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileGeoJSON
import OvertileReprojection
import OvertileShapes

/// The state with which one thread turns slices of a source into rows: a transformation and a geometry engine of its
/// own.
package final class SourceWorker {
  private let source: PlannedSource
  private let reprojection: ReprojectionWorker
  private let engine: GeometryEngine
  private let memory: MemoryWatch
  private let times: FeatureTimes?

  /// Prepares a worker.
  package init(_ source: PlannedSource, memory: MemoryWatch) throws {
    self.source = source
    self.memory = memory
    times = source.configuration.maxAge?.property.map { FeatureTimes(property: $0) }
    reprojection = try source.reprojector.makeWorker()
    engine = try GeometryEngine()
  }

  /// The results of a slice for each layer of the source.
  package struct Outcome: Sendable, Codable {
    /// The index of the file among the source's.
    package var file: UInt32
    /// The features of the slice, and its bytes.
    package var counts = BuildReport.Source(name: "")
    /// The entries for the ledger, in the order of features and then layers.
    package var entries: [LedgerEntry] = []
    /// The texts of features for the quarantine, by their ordinal in the file.
    var originals: [UInt64: [UInt8]] = [:]
    /// Per layer of the source: its results.
    package var layers: [LayerOutcome] = []
    /// The counts of odd but accepted parts.
    var notes: [FeatureNote] = []
    /// Legacy members that name a coordinate reference system.
    package var crs: [LegacyCRS] = []
    /// Positions outside the area of use of the reprojection.
    package var outsideAreaOfUse = 0
    /// The properties of the features.
    package var census = PropertyCensus([])
    /// Some positions as they were read.
    package var sample = CoordinateSample()
  }

  /// The results of a slice in one layer.
  package struct LayerOutcome: Sendable, Codable {
    /// The rows; columns, which `RecordedSlice` writes beside the others.
    package var rows = RowBatch(extraColumns: 0)
    package var counts: BuildReport.Layer
    /// An estimate of the tiles of the slice's features.
    package var tiles = 0

    private enum CodingKeys: CodingKey { case counts, tiles }
  }

  /// Parses, reprojects and maps a slice of one of the source's files.
  func work(_ slice: FeatureSlice, _ format: any InputFormat.Type, file: UInt32) throws -> Outcome {
    var parsed = try format.parse(slice, closesRings: source.configuration.repairs.repairsFaults)
    var outcome = Outcome(file: file)
    outcome.counts.bytes = UInt64(slice.byteCount)
    outcome.counts.read = parsed.batch.count + parsed.rejected.count
    outcome.counts.time = times?.newest(parsed.batch.properties)
    outcome.notes = parsed.notes
    outcome.crs = parsed.crs
    var entries = parsed.rejected.map { feature in
      let location = feature.faultOffset > feature.location.byteOffset ? ", at byte \(feature.faultOffset)" : ""
      var entry = entry(
        LedgerCode(rawValue: feature.code) ?? .invalidJSON, feature.message + location, feature.location,
        id: feature.id, file: file)
      entry.text = feature.stray
      return entry
    }
    outcome.census = PropertyCensus(source.namedProperties)
    outcome.census.add(parsed.batch.properties)
    outcome.sample = CoordinateSample(x: parsed.batch.geometry.x, y: parsed.batch.geometry.y)
    var diagnostics: [FeatureMapping.FeatureDiagnostic] = []
    let batch = reproject(&parsed, file: file, &outcome, &diagnostics)
    outcome.counts.rejected = entries.count + diagnostics.count
    outcome.counts.usable = batch.usable.count(where: \.self)
    for note in parsed.noted {
      diagnostics.append(.init(feature: note.feature, code: LedgerCode(note.code), reason: note.message))
    }
    entries += diagnostics.map { entry($0, in: batch, ids: batch.read.ids) }
    for mapping in source.layers {
      try memory.check()
      let taken = try mapping.take(batch, engine: engine)
      outcome.layers.append(taken.layer)
      entries += taken.diagnostics.map {
        entry($0, in: batch, ids: batch.identity.ids, layer: mapping.layer.name.value)
      }
    }
    finish(&entries, of: slice, &outcome)
    return outcome
  }

  /// Brings the positions of a slice to longitude and latitude and onto the grid; features for which that fails are
  /// entered.
  private func reproject(
    _ parsed: inout ParsedSlice, file: UInt32, _ outcome: inout Outcome,
    _ diagnostics: inout [FeatureMapping.FeatureDiagnostic]
  ) -> ReadBatch {
    let plane = source.edgeTolerance == nil ? nil : parsed.batch.geometry
    let transformed = reprojection.transform(x: &parsed.batch.geometry.x, y: &parsed.batch.geometry.y)
    outcome.outsideAreaOfUse = transformed.outsideAreaOfUse
    var repairs: [Int: Set<Repair>] = [:]
    for feature in parsed.closed { repairs[feature] = [.ringClosed] }
    var usable = reject(transformed.failures, in: &parsed.batch, &repairs, &diagnostics)
    if let tolerance = source.edgeTolerance, let plane {
      var edges = FollowedEdges(plane, reprojection, tolerance: tolerance)
      edges.add(to: &parsed.batch.geometry, usable: &usable)
      diagnostics += edges.failures
    }
    return ReadBatch(
      parsed.batch, usable: usable, file: file, idProperty: source.idProperty, repairs: repairs,
      turned: transformed.longitudesBeyond180 > 0, plane: plane)
  }

  /// Sorts the entries of a slice, and collects the texts that go with them.
  private func finish(_ entries: inout [LedgerEntry], of slice: FeatureSlice, _ outcome: inout Outcome) {
    guard !entries.isEmpty else { return }
    // Stable, so that the layers of one feature stay in order.
    let order = entries.indices.sorted { (entries[$0].location.index, $0) < (entries[$1].location.index, $1) }
    entries = order.map { entries[$0] }
    outcome.counts.wrong = Set(entries.filter(\.code.isFault).map(\.location.index)).count
    slice.addExcerpts(to: &entries)
    if source.configuration.quarantine != .none {
      outcome.originals = slice.originals(of: entries, layers: outcome.layers.map(\.rows))
    }
    outcome.entries = entries
  }

  /// Enters features with a position that failed; returns per feature whether none did.
  ///
  /// If wrong data are repaired, latitudes a little beyond 90 are moved to the pole first.
  private func reject(
    _ failures: [PointFailure], in batch: inout FeatureBatch, _ repairs: inout [Int: Set<Repair>],
    _ diagnostics: inout [FeatureMapping.FeatureDiagnostic]
  ) -> [Bool] {
    var usable = [Bool](repeating: true, count: batch.count)
    var feature = 0
    for failure in failures {
      while !batch.geometry.coordinates(ofFeature: feature).contains(failure.index) { feature += 1 }
      if source.configuration.repairs.repairsFaults, let nearest = failure.nearest {
        batch.geometry.x[failure.index] = nearest.longitude
        batch.geometry.y[failure.index] = nearest.latitude
        repairs[feature, default: []].insert(.latitudeClamped)
      } else if usable[feature] {
        usable[feature] = false
        diagnostics.append(.init(feature: feature, code: .notTransformed, reason: failure.reason))
      }
    }
    return usable
  }

  /// The entry for a feature of a batch, as a layer or as the source sees it.
  private func entry(
    _ diagnostic: FeatureMapping.FeatureDiagnostic, in batch: ReadBatch, ids: [PropertyValue], layer: String? = nil
  ) -> LedgerEntry {
    var entry = entry(
      diagnostic.code, diagnostic.reason, batch.read.locations[diagnostic.feature], id: ids[diagnostic.feature].text,
      file: batch.file)
    if entry.code == .noGeometry, entry.rows == .ofCSV {
      entry.reason += ", because the coordinate columns do not both contain numbers"
    }
    entry.layer = layer
    entry.repairs = diagnostic.repairs
    entry.cause = diagnostic.cause
    return entry
  }

  private func entry(
    _ code: LedgerCode, _ reason: String, _ location: InputLocation, id: String?, file: UInt32
  ) -> LedgerEntry {
    var entry = LedgerEntry(
      code: code, source: source.name, file: source.files[Int(file)], location: location, id: id, reason: reason)
    entry.rows = source.inputs[Int(file)].rows
    return entry
  }
}

extension LayerConfiguration {
  /// The kind, without its options.
  package var layerKind: LayerKind {
    switch kind {
    case .cluster: .cluster
    case .circle: .circle
    case .shape: .shape
    }
  }

  /// Whether lines and polygons are made valid for the layer.
  var takesPolygons: Bool {
    switch kind {
    case .cluster(let cluster): cluster.labelsNonPoints
    case .circle: false
    case .shape: true
    }
  }
}
