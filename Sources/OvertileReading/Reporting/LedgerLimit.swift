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

extension LedgerTotal {
  /// Entries that are counted and not listed, in words.
  var omission: String { "\(count) more with code \(code) in source \"\(source)\", counted but not listed" }

  /// The same as one of the last lines of a ledger; unlike an entry it has a `count`, and no `file`.
  var omissionLine: String {
    "{\"action\":\"\(action.rawValue)\",\"code\":\"\(code)\",\"count\":\(count),\"reason\":"
      + CanonicalJSON.quoted(omission) + ",\"source\":" + CanonicalJSON.quoted(source) + "}\n"
  }
}
