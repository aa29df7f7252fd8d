import Foundation
import OvertileFeatures
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
    fileprivate var quarantineIndex: Int?
  }

  /// The first entries of each code, in the order of the ledger.
  package var entries: [Entry] = []
  /// The number of lines that are not entries.
  package var damagedLines = 0
  /// The reasons for which entries have no position.
  package var notes: [String] = []

  /// The number of entries of each code that are kept.
  package static let mostOfCode = 50

  /// Reads the ledger beside a bundle and the features of its entries in the quarantines there.
  ///
  /// - Parameter reprojected: the sources whose positions are not longitude and latitude.
  /// - Throws: `ReportFileError`.
  init(_ files: BundleSurroundings, _ report: BuildReport, reprojected: Set<String>) throws(ReportFileError) {
    read(try BundleSurroundings.bytes(of: files.ledger))
    locate(files, report, reprojected)
  }

  /// Reads the lines of a ledger.
  init(lines: [UInt8]) { read(lines) }

  private mutating func read(_ text: [UInt8]) {
    var counts: [String: Int] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let value = JSONValue(text: Array(line)), let code = value["code"]?.string,
        let action = value["action"]?.string, let source = value["source"]?.string
      else {
        damagedLines += 1
        continue
      }
      // The last lines count the entries that are not listed.
      guard let file = value["file"]?.string else { continue }
      counts[code, default: 0] += 1
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
          "The positions of source \"\(source)\" are in another coordinate reference system, not on this map.")
        continue
      }
      guard let quarantined = report.quarantined.first(where: { $0.source == source }) else { continue }
      let path = files.beside(quarantined.file)
      do {
        let positions = try QuarantinePositions(
          path, count: quarantined.features, wanted: Set(own.compactMap { entries[$0].quarantineIndex }))
        for index in own { entries[index].position = entries[index].quarantineIndex.flatMap { positions[$0] } }
      } catch {
        notes.append("The quarantine of source \"\(source)\" cannot be read: \(error).")
      }
    }
  }
}
