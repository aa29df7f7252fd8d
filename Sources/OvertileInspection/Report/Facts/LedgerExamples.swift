import Foundation
import OvertileCore
import OvertileExpressions
import OvertilePipeline

/// The first entries of each code of a ledger, with positions where they are known.
package struct LedgerExamples: Sendable {
  /// An entry of the ledger.
  package struct Entry: Sendable, Hashable {
    /// The action: `rejected`, `filtered`, `repaired` or `noted`.
    package var action: String
    /// The code.
    package var code: String
    /// The source's name.
    package var source: String
    /// The layer, if the feature reached one.
    package var layer: String?
    /// The file, as the run read it, and the line from 1.
    package var location: String
    /// The feature's id, where it is known.
    package var id: String?
    /// The reason in words.
    package var reason: String
    /// Longitude and latitude in degrees, if the feature is in a quarantine and has a position.
    package var position: [Double]?
    /// The ordinal in the quarantine of the source; nil if the feature is in none.
    fileprivate(set) var quarantineIndex: Int?
  }

  /// The first entries of each code, in the order of the ledger.
  package var entries: [Entry] = []
  /// The entries of each code: those that are listed, and those that the last lines count.
  package var counts: [String: Int] = [:]
  /// The number of lines that are not entries.
  package var damagedLines = 0
  /// The number of entries whose features a quarantine holds without a longitude and a latitude.
  package var withoutCoordinate = 0
  /// The reasons for which entries have no position.
  package var notes: [String] = []

  /// The number of entries of each code that are kept.
  package static let mostOfCode = 50

  /// Reads the ledger beside a bundle and the features of its entries in the quarantines there.
  ///
  /// - Parameter reprojected: the sources whose positions are not longitude and latitude.
  /// - Throws: `ReportFileError`.
  init(_ files: BundleSurroundings, _ report: BuildReport, reprojected: Set<String>) throws(ReportFileError) {
    let path = files.ledger(of: report)
    let text = try BundleSurroundings.bytes(of: path)
    guard !text.isEmpty else {
      let count = Counted.text(report.ledger.values.reduce(0, &+), "entry", "entries")
      throw ReportFileError(path: path, reason: "the ledger is empty, but the report counts \(count)")
    }
    read(text)
    compare(with: report)
    locate(files, report, reprojected)
  }

  /// Reads the lines of a ledger.
  init(lines: [UInt8]) { read(lines) }

  /// Notes that the entries are not those of the run: the ledger was changed, or another run wrote it.
  private mutating func compare(with report: BuildReport) {
    let codes = Set(counts.keys).union(report.ledger.keys).sorted().compactMap { code -> String? in
      let (found, told) = (counts[code] ?? 0, report.ledger[code] ?? 0)
      return found == told ? nil : "\(code): \(Counted.grouped(found)) instead of \(Counted.grouped(told))"
    }
    guard !codes.isEmpty else { return }
    notes.append(
      "The ledger does not contain the entries that the report counts (\(codes.joined(separator: ", "))). Lines were added "
        + "or removed, or the ledger belongs to a different run.")
  }

  /// The members of entries that are counts or start at 0 or 1.
  private static let numbers = ["byteOffset", "count", "index", "line", "quarantineIndex"]

  private mutating func read(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let value = JSONValue(text: Array(line)), let code = value["code"]?.string,
        let action = value["action"]?.string, let source = value["source"]?.string,
        Self.numbers.allSatisfy({ (value[$0]?.number ?? 0) >= 0 })
      else {
        damagedLines += 1
        continue
      }
      // The last lines count the entries that are not listed.
      guard let file = value["file"]?.string else {
        counts[code, default: 0] &+= value["count"]?.integer ?? 0
        continue
      }
      counts[code, default: 0] &+= 1
      guard counts[code, default: 0] <= Self.mostOfCode else { continue }
      entries.append(
        Entry(
          action: action, code: code, source: source, layer: value["layer"]?.string,
          location: file + (value["line"]?.integer.map { ":\($0)" } ?? ""), id: value["id"]?.string,
          reason: value["reason"]?.string ?? "", quarantineIndex: value["quarantineIndex"]?.integer))
    }
  }

  /// Adds the positions of features that are in a quarantine beside the bundle.
  private mutating func locate(_ files: BundleSurroundings, _ report: BuildReport, _ reprojected: Set<String>) {
    for source in Set(entries.map(\.source)).sorted() {
      let own = entries.indices.filter { entries[$0].source == source && entries[$0].quarantineIndex != nil }
      guard !own.isEmpty else { continue }
      guard !reprojected.contains(source) else {
        notes.append(
          "The map does not show positions from source \"\(source)\" because they are in a different coordinate reference "
            + "system.")
        continue
      }
      guard let quarantined = report.quarantined.first(where: { $0.source == source }) else {
        notes.append("The ledger refers to a quarantine for source \"\(source)\", but the report lists none.")
        continue
      }
      let path = files.file(quarantined.file, of: report)
      do {
        let positions = try QuarantinePositions(
          path, count: quarantined.features, wanted: Set(own.compactMap { entries[$0].quarantineIndex }))
        for index in own { entries[index].position = entries[index].quarantineIndex.flatMap { positions[$0] } }
        withoutCoordinate += own.count { entries[$0].position == nil }
      } catch {
        notes.append("The quarantine for source \"\(source)\" cannot be read: \(error).")
      }
    }
  }
}
