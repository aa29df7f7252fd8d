import OvertileConfiguration
import OvertileExpressions

/// The limit on a ledger for each code of each source; entries beyond it are counted.
package struct LedgerLimit: Sendable {
  /// Entries.
  var entries = 100_000
  /// Bytes of their lines, for entries with long ids and texts.
  var bytes = 64 << 20

  /// Bytes of features in the quarantine of a source.
  static let quarantineBytes = 1 << 30
}

/// The entries that a ledger has listed so far, by source and code.
struct ListedEntries: Sendable {
  private struct Key: Hashable {
    var source: String
    var code: LedgerCode
  }

  private let limit: LedgerLimit
  private var listed: [Key: (entries: Int, bytes: Int)] = [:]

  init(_ limit: LedgerLimit) { self.limit = limit }

  /// Whether an entry can be listed.
  func accepts(_ entry: LedgerEntry) -> Bool {
    guard let (entries, bytes) = listed[Key(source: entry.source, code: entry.code)] else { return true }
    return entries < limit.entries && bytes < limit.bytes
  }

  /// Notes that an entry was listed.
  mutating func add(_ entry: LedgerEntry, bytes: Int) {
    let key = Key(source: entry.source, code: entry.code)
    let before = listed[key, default: (0, 0)]
    listed[key] = (before.entries + 1, before.bytes + bytes)
  }

  /// The entries counted and not listed, in the order of sources and codes.
  func more(than totals: [LedgerTotal.Key: Int]) -> [MoreEntries] {
    var counts: [Key: Int] = [:]
    for (key, count) in totals { counts[Key(source: key.source, code: key.code), default: 0] += count }
    return counts.compactMap { key, count in
      let more = count - (listed[key]?.entries ?? 0)
      guard more > 0 else { return nil }
      return MoreEntries(source: key.source, code: key.code.rawValue, action: key.code.action, count: more)
    }.sorted { ($0.source, $0.code) < ($1.source, $1.code) }
  }
}

/// The last lines of a ledger that does not list everything: the number of further entries of a code in a source.
struct MoreEntries: Sendable {
  let source: String
  let code: String
  let action: LedgerAction
  let count: Int

  /// In words.
  var reason: String { "\(count) more with code \(code) in source \"\(source)\", counted but not listed" }

  /// As a line of the ledger; unlike an entry it has a `count`, and no `file`.
  var json: String {
    "{\"action\":\"\(action.rawValue)\",\"code\":\"\(code)\",\"count\":\(count),\"reason\":"
      + CanonicalJSON.quoted(reason) + ",\"source\":" + CanonicalJSON.quoted(source) + "}"
  }
}
