import Foundation
import OvertileCore
import OvertileExpressions
import OvertilePipeline

/// The first entries of each code of a ledger, with positions where they are known.
struct LedgerExamples: Sendable {
  /// An entry of the ledger, or a last line, which counts the entries that are not listed.
  struct Entry: Sendable, Decodable {
    /// The action: `rejected`, `filtered`, `repaired` or `noted`.
    let action: String
    /// The code.
    let code: String
    /// The source's name.
    let source: String
    /// The feature's id, where it is known.
    let id: String?
    /// The reason in words.
    let reason: String
    /// Longitude and latitude in degrees, if the feature is in a quarantine and has a position.
    var position: [Double]?
    fileprivate let file: String?
    fileprivate let line: UInt?
    fileprivate let count: UInt32?
    fileprivate let quarantineIndex: UInt?

    /// The file, as the run read it, and the line from 1.
    var location: String { (file ?? "") + (line.map { ":\($0)" } ?? "") }
  }

  /// The first entries of each code, in the order of the ledger.
  private(set) var entries: [Entry] = []
  /// The entries of each code: those that are listed, and those that the last lines count.
  private var counts: [String: Int] = [:]
  /// The number of lines that are not entries.
  private(set) var damagedLines = 0
  /// The reasons for which entries have no position, and other faults.
  private(set) var notes: [String] = []

  /// The number of entries of each code that are kept.
  static let mostOfCode = 50
  /// The separator before each text of a sequence. Source: RFC 8142, section 2.1.
  private static let separator: UInt8 = 0x1E

  /// Reads the ledger beside a bundle and the features of its entries in the quarantines there.
  ///
  /// - Parameter reprojected: the sources whose positions are not longitude and latitude.
  /// - Throws: `InspectionError`.
  init(_ files: BundleSurroundings, _ report: BuildReport, reprojected: Set<String>) throws(InspectionError) {
    let path = files.ledger(of: report)
    let text = try BundleSurroundings.bytes(of: path)
    guard !text.isEmpty else {
      let count = Counted.text(report.ledger.values.reduce(0, &+), "entry", "entries")
      throw InspectionError("\(path): the ledger is empty, but the report counts \(count)")
    }
    self.init(lines: text)
    compare(with: report)
    for quarantine in report.quarantined {
      guard !reprojected.contains(quarantine.source) else {
        notes.append(
          "The map does not show positions from source \"\(quarantine.source)\" because they are in a different coordinate "
            + "reference system.")
        continue
      }
      do {
        try locate(quarantine, at: files.file(quarantine.file, of: report))
      } catch {
        notes.append("The quarantine for source \"\(quarantine.source)\" cannot be read: \(error).")
      }
    }
  }

  /// Reads the lines of a ledger.
  init(lines text: [UInt8]) {
    let decoder = JSONDecoder()
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let entry = try? decoder.decode(Entry.self, from: Data(line)) else {
        damagedLines += 1
        continue
      }
      let isListed = entry.file != nil
      counts[entry.code, default: 0] += isListed ? 1 : Int(entry.count ?? 0)
      if isListed, counts[entry.code, default: 0] <= Self.mostOfCode { entries.append(entry) }
    }
  }

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

  /// Adds the positions of the features in a quarantine.
  private mutating func locate(_ quarantine: BuildReport.Quarantined, at path: String) throws(InspectionError) {
    guard entries.contains(where: { $0.source == quarantine.source && $0.quarantineIndex != nil }) else { return }
    let texts = try BundleSurroundings.bytes(of: path).split(separator: Self.separator)
    guard texts.count == quarantine.features else {
      throw InspectionError(
        "\(path): the file contains \(texts.count) features, but the report counts \(quarantine.features)")
    }
    for index in entries.indices where entries[index].source == quarantine.source {
      guard let number = entries[index].quarantineIndex, number < texts.count else { continue }
      let feature = JSONValue(text: Array(texts[Int(number)]))
      entries[index].position = Self.position(of: feature?["geometry"])
    }
  }

  /// The longitude and the latitude of the first position of a geometry; nil if it has none.
  private static func position(of geometry: JSONValue?) -> [Double]? {
    if let members = geometry?["geometries"]?.array { return members.lazy.compactMap(position(of:)).first }
    var value = geometry?["coordinates"]
    while let next = value?.array?.first, next.array != nil { value = next }
    let numbers = (value?.array ?? []).prefix(2).compactMap(\.number)
    return numbers.count == 2 && abs(numbers[0]) <= 180 && abs(numbers[1]) <= 90 ? numbers : nil
  }
}
