import Foundation
import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing

/// The features that are changed or not in the bundle, one JSON object a line.
///
/// First the entries from reading, in the order of sources, files, features and layers; then the entries of the layers,
/// in the same order within each layer. The order does not depend on the number of threads. An empty ledger leaves no
/// file; a large one is compressed. Rejected features of sources with a quarantine go there as they were.
///
/// Each code of each source lists its first entries only, up to `LedgerLimit`; further ones are counted, in all totals
/// and by a line at the end, so that a small file of many faults does not fill the disk.
package struct Ledger: ~Copyable {
  /// Entries by source, layer and code.
  package private(set) var totals: [LedgerTotal.Key: Int] = [:]
  /// The data errors by their causes.
  package private(set) var errors = DataErrors()
  /// The first entries of each code, for messages.
  private(set) var examples: [LedgerCode: [String]] = [:]

  /// The entries of all layers by source and code.
  private var tallies: [LedgerTotal.Key: Tally] = [:]
  /// The rejected features of each source, each once.
  private var rejected: [String: FeatureSet] = [:]
  /// The repaired features of each source, each once for each repair.
  private var repaired: [String: [Repair: FeatureSet]] = [:]
  private let records: RecordFile
  private let quarantines: [String: Quarantine]

  /// The features with a code, and the entries that are listed, their bytes, and the number of those beyond the limit.
  private struct Tally {
    var features = FeatureSet()
    var (listed, bytes, more) = (0, 0, 0)
  }

  /// The number of entries of each code that the report repeats.
  package static let exampleCount = 3
  /// The size in bytes above which a ledger is compressed.
  private static let compressAbove = 16 << 20

  /// Begins a ledger beside a bundle, and the quarantines of its sources.
  ///
  /// - Parameter isKept: false to count only.
  package init(
    _ paths: OutputPaths, _ sources: [SourceConfiguration] = [], isKept: Bool = true
  ) {
    records = RecordFile(paths.ledger, compressAbove: Self.compressAbove, isKept: isKept)
    quarantines = sources.reduce(into: [:]) { all, source in
      all[source.name.value] = paths.quarantine(of: source).map { Quarantine($0, isKept: isKept) }
    }
  }

  /// Adds an entry.
  package mutating func add(_ entry: LedgerEntry) throws { try add([entry], originals: [:]) }

  /// Adds the entries of a slice, and puts rejected features into the quarantine.
  ///
  /// - Parameter originals: the texts of features to be quarantined, by their ordinal in the file.
  package mutating func add(_ entries: [LedgerEntry], originals: [UInt64: [UInt8]]) throws {
    var numbers: [UInt64: Int] = [:]
    for var entry in entries {
      let key = LedgerTotal.Key(source: entry.source, layer: nil, code: entry.code)
      count(entry, key)
      guard let tally = tallies[key], tally.listed < LedgerLimit.entries, tally.bytes < LedgerLimit.bytes else {
        tallies[key]?.more += 1
        continue
      }
      let index = entry.location.index
      if entry.code.isFault, let text = originals[index], let quarantine = quarantines[entry.source] {
        entry.quarantineIndex = try numbers[index] ?? quarantine.append(text)
        numbers[index] = entry.quarantineIndex
      }
      let line = entry.json + "\n"
      tallies[key]?.listed += 1
      tallies[key]?.bytes += line.utf8.count
      try records.append(line.utf8)
    }
  }

  /// The entries that are not listed, in the order of sources and codes.
  private var more: [LedgerTotal] { LedgerTotal.sorted(tallies.mapValues(\.more).filter { $0.value > 0 }) }

  private mutating func count(_ entry: LedgerEntry, _ key: LedgerTotal.Key) {
    totals[LedgerTotal.Key(source: entry.source, layer: entry.layer, code: entry.code), default: 0] += 1
    let (source, file, index) = (entry.source, entry.file, entry.location.index)
    tallies[key, default: Tally()].features.insert(file: file, index: index)
    if entry.action == .rejected { rejected[source, default: FeatureSet()].insert(file: file, index: index) }
    for repair in entry.repairs {
      repaired[source, default: [:]][repair, default: FeatureSet()].insert(file: file, index: index)
    }
    errors.add(entry)
    if examples[entry.code, default: []].count < Self.exampleCount {
      examples[entry.code, default: []].append(entry.summary)
    }
  }

  /// The number of features of a source with a repair so far.
  package func count(of repair: Repair, source: String) -> Int {
    repaired[source]?[repair]?.count ?? 0
  }

  /// The warnings about entries and features that were counted and not kept.
  package var warnings: [String] {
    let entries = more.map { "the ledger is not complete: \($0.omission)" }
    let sorted = quarantines.sorted { $0.key < $1.key }
    let texts = sorted.filter { $0.value.omitted > 0 }.map { source, quarantine in
      let omitted = Counted.text(quarantine.omitted, "feature in the ledger", "features in the ledger")
      return "source \"\(source)\": the quarantine is full and does not contain \(omitted)"
    }
    let unreadable = records.unreadable + sorted.flatMap(\.value.records.unreadable)
    return entries + texts + unreadable.map(OutputPaths.warning(unreadable:))
  }

  /// Writes ledger and quarantines beside their paths. Called before the bundle is published, so that a file that
  /// cannot be made stops the run while the old bundle is still in place.
  package mutating func prepare() throws {
    try records.prepare()
    for quarantine in quarantines.values { try quarantine.records.prepare() }
  }

  /// Moves ledger and quarantines to their paths, and removes old ones if they are empty.
  ///
  /// - Parameter failed: whether the run has failed; the files of the last run that published then stay unchanged.
  package mutating func publish(failed: Bool = false) throws {
    for more in more { try records.append(more.omissionLine.utf8) }
    try records.publish(failed: failed)
    for quarantine in quarantines.values { try quarantine.records.publish(failed: failed) }
  }

  /// Features by code, each counted once.
  var featureCounts: [String: Int] {
    tallies.reduce(into: [:]) { $0[$1.key.code.rawValue, default: 0] += $1.value.features.count }
  }

  /// Features that were rejected, each counted once.
  var rejectedFeatures: Int {
    rejected.values.reduce(0) { $0 + $1.count }
  }

  /// Repaired features by repair, each counted once for each.
  package var repairs: [String: Int] {
    repaired.values.joined().reduce(into: [:]) { $0[$1.key.rawValue, default: 0] += $1.value.count }
  }

  /// Entries by code.
  package var counts: [String: Int] {
    totals.reduce(into: [:]) { $0[$1.key.code.rawValue, default: 0] += $1.value }
  }

  /// Names the published ledger and quarantines in a report.
  ///
  /// - Parameter path: the path of a file: by default the one to which it was moved. For the report of a bundle that is
  ///   not published it is `\.pathIfFailed`, asked after `prepare`.
  func nameFiles(in report: inout BuildReport, _ path: KeyPath<RecordFile, String?> = \.published) {
    report.ledgerFile = records[keyPath: path]
    report.quarantined = quarantines.sorted { $0.key < $1.key }.compactMap { source, quarantine in
      quarantine.records[keyPath: path].map {
        BuildReport.Quarantined(source: source, file: $0, features: quarantine.count)
      }
    }
  }

  /// Names the files in the report of a bundle that is not published, to where they will be moved. Called after `prepare`.
  package func nameFailedFiles(in report: inout BuildReport) { nameFiles(in: &report, \.pathIfFailed) }
}

/// The number of ledger entries with the same source, layer, and code.
public struct LedgerTotal: Sendable, Codable, Hashable {
  /// The name of the source.
  public var source: String
  /// The name of the layer, or `nil` for features that are not in any layer.
  public var layer: String?
  /// The action that was taken on the features.
  public var action: LedgerAction
  /// The code of the entries, which is the raw value of a `LedgerCode`.
  public var code: String
  /// The number of ledger entries.
  public var count: Int

  /// The key by which entries are counted.
  package struct Key: Hashable {
    package var source: String
    package var layer: String?
    package var code: LedgerCode
  }

  /// Totals in the order of their source, layer and code.
  package static func sorted(_ totals: [Key: Int]) -> [LedgerTotal] {
    totals.map { key, count in
      LedgerTotal(
        source: key.source, layer: key.layer, action: key.code.action, code: key.code.rawValue, count: count)
    }.sorted { ($0.source, $0.layer ?? "", $0.code) < ($1.source, $1.layer ?? "", $1.code) }
  }
}
