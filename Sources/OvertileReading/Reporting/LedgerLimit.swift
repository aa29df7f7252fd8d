import OvertileConfiguration
import OvertileExpressions

/// The limit on a ledger for each code of each source; entries beyond it are counted.
enum LedgerLimit {
  /// Entries.
  static let entries = 100_000
  /// Bytes of their lines, for entries with long ids and texts.
  static let bytes = 64 << 20
  /// Bytes of features in the quarantine of a source.
  static let quarantineBytes = 1 << 30
}

/// The entries that a ledger has listed so far, by source and code, and the number of those beyond the limit.
struct ListedEntries: Sendable {
  private var listed: [LedgerTotal.Key: (entries: Int, bytes: Int, more: Int)] = [:]

  /// Whether an entry can be listed; one that cannot is counted.
  mutating func accepts(_ entry: LedgerEntry) -> Bool {
    let (entries, bytes, _) = listed[Self.key(entry), default: (0, 0, 0)]
    if entries < LedgerLimit.entries && bytes < LedgerLimit.bytes { return true }
    listed[Self.key(entry), default: (0, 0, 0)].more += 1
    return false
  }

  /// Notes that an entry was listed.
  mutating func add(_ entry: LedgerEntry, bytes: Int) {
    let (entries, before, more) = listed[Self.key(entry), default: (0, 0, 0)]
    listed[Self.key(entry)] = (entries + 1, before + bytes, more)
  }

  /// The entries that are not listed, in the order of sources and codes.
  var more: [LedgerTotal] { LedgerTotal.sorted(listed.mapValues(\.more).filter { $0.value > 0 }) }

  /// Entries of all layers have one limit.
  private static func key(_ entry: LedgerEntry) -> LedgerTotal.Key {
    LedgerTotal.Key(source: entry.source, layer: nil, code: entry.code)
  }
}

extension LedgerTotal {
  /// Entries that are counted and not listed, in words.
  var omission: String { "\(count) more with code \(code) in source \"\(source)\", counted but not listed" }

  /// The same as one of the last lines of a ledger; unlike an entry it has a `count`, and no `file`.
  var omissionLine: String {
    "{\"action\":\"\(action.rawValue)\",\"code\":\"\(code)\",\"count\":\(count),\"reason\":"
      + CanonicalJSON.quoted(omission) + ",\"source\":" + CanonicalJSON.quoted(source) + "}\n"
  }
}
