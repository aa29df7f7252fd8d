import Features
import GeoJSON
import Reprojection
import Shapes

/// What one thread needs to turn slices of a source into rows: a transformation and a geometry engine of its own.
final class SourceWorker {
  private let source: PlannedSource
  private let parser = FeatureParser()
  private let reprojection: ReprojectionWorker
  private let engine: GeometryEngine

  /// Prepares a worker.
  init(_ source: PlannedSource) throws {
    self.source = source
    reprojection = try source.reprojector.makeWorker()
    engine = try GeometryEngine()
  }

  /// A slice of one of the source's files.
  struct Job: Sendable {
    var slice: FeatureSlice
    var file: UInt32
  }

  /// What a slice holds for each layer of the source.
  struct Outcome: Sendable {
    /// The index of the file among the source's.
    var file: UInt32
    /// Features found, right or wrong.
    var read = 0
    /// Bytes of the slice.
    var bytes = 0
    /// Features that cannot be used at all.
    var rejected: [LedgerEntry] = []
    /// Per layer of the source: its part.
    var layers: [LayerOutcome] = []
    /// What was odd but accepted.
    var notes: [FeatureNote] = []
    /// Legacy members that name a coordinate reference system.
    var crs: [LegacyCRS] = []
    /// Positions outside the area that the reprojection is meant for.
    var outsideAreaOfUse = 0
    /// Positions beyond the map's latitudes, which stand on its edge.
    var beyondMap = 0
  }

  /// A slice's part in one layer.
  struct LayerOutcome: Sendable {
    var rows: LayerRows
    var filtered = 0
    var rejected: [LedgerEntry] = []
    var withoutGeometry: [LedgerEntry] = []
  }

  /// Parses, reprojects and takes a slice.
  func work(_ job: Job) throws -> Outcome {
    var parsed = try parser.parse(job.slice)
    var outcome = Outcome(
      file: job.file, read: parsed.batch.count + parsed.rejected.count, bytes: job.slice.byteCount)
    outcome.notes = parsed.notes
    outcome.crs = parsed.crs
    outcome.rejected = parsed.rejected.map { feature in
      entry(feature.code.rawValue, feature.message, feature.place, id: feature.id, file: job.file)
    }
    let transformed = reprojection.transform(
      x: &parsed.batch.geometry.x, y: &parsed.batch.geometry.y, wrappingLongitudes: false)
    outcome.outsideAreaOfUse = transformed.outsideAreaOfUse
    let usable = refuseFailures(transformed.failures, in: parsed.batch, file: job.file, &outcome)
    let batch = ReadBatch(
      parsed.batch, usable: usable, file: job.file, idProperty: source.configuration.idProperty?.value)
    outcome.beyondMap = batch.beyondMap
    outcome.layers = source.layers.map { intake in
      let taken = intake.take(batch, engine: engine)
      let entries = { (refusals: [LayerIntake.Refusal]) in
        refusals.map { self.entry($0, in: batch, layer: intake.layer.name.value) }
      }
      return LayerOutcome(
        rows: taken.rows, filtered: taken.filtered, rejected: entries(taken.rejected),
        withoutGeometry: entries(taken.withoutGeometry))
    }
    return outcome
  }

  /// Puts features with a position that failed into the ledger; per feature, whether none did.
  private func refuseFailures(
    _ failures: [PointFailure], in batch: FeatureBatch, file: UInt32, _ outcome: inout Outcome
  ) -> [Bool] {
    var usable = [Bool](repeating: true, count: batch.count)
    guard !failures.isEmpty else { return usable }
    var next = failures.startIndex
    for feature in 0..<batch.count {
      let coordinates = batch.geometry.coordinates(ofFeature: feature)
      while next < failures.endIndex, failures[next].index < coordinates.lowerBound { next += 1 }
      guard next < failures.endIndex, coordinates.contains(failures[next].index) else { continue }
      usable[feature] = false
      outcome.rejected.append(
        entry(
          LedgerCode.notTransformed, failures[next].reason, batch.places[feature], id: text(batch.ids[feature]),
          file: file))
    }
    return usable
  }

  private func entry(_ refusal: LayerIntake.Refusal, in batch: ReadBatch, layer: String) -> LedgerEntry {
    var entry = entry(
      refusal.code, refusal.reason, batch.features.places[refusal.feature],
      id: text(batch.identity.ids[refusal.feature]), file: batch.file)
    entry.layer = layer
    return entry
  }

  private func entry(_ code: String, _ reason: String, _ place: SourcePlace, id: String?, file: UInt32) -> LedgerEntry {
    LedgerEntry(
      code: code, source: source.name, file: source.files[Int(file)], byteOffset: place.byteOffset, line: place.line,
      index: place.index, id: id, reason: reason)
  }

  private func text(_ id: FeatureID) -> String? {
    switch id {
    case .none: nil
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let text): text
    }
  }
}
