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
  private struct Key: Hashable {
    var source: String
    var code: LedgerCode
  }

  private var listed: [Key: (entries: Int, bytes: Int, more: Int)] = [:]

  /// Whether an entry can be listed; one that cannot is counted.
  mutating func accepts(_ entry: LedgerEntry) -> Bool {
    let key = Key(source: entry.source, code: entry.code)
    let (entries, bytes, _) = listed[key, default: (0, 0, 0)]
    if entries < LedgerLimit.entries && bytes < LedgerLimit.bytes { return true }
    listed[key, default: (0, 0, 0)].more += 1
    return false
  }

  /// Notes that an entry was listed.
  mutating func add(_ entry: LedgerEntry, bytes: Int) {
    let key = Key(source: entry.source, code: entry.code)
    listed[key, default: (0, 0, 0)].entries += 1
    listed[key, default: (0, 0, 0)].bytes += bytes
  }

  /// The entries that are not listed, in the order of sources and codes.
  var more: [LedgerTotal] {
    LedgerTotal.sorted(
      Dictionary(
        uniqueKeysWithValues: listed.filter { $0.value.more > 0 }.map { key, listed in
          (LedgerTotal.Key(source: key.source, layer: nil, code: key.code), listed.more)
        }))
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
