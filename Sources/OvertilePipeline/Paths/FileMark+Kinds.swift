import OvertilePublishing

extension FileMark {
  /// Ledgers: lines of JSON objects, also compressed. The first line is an entry, or a count of those that are not
  /// listed: it begins with our actions, codes and members in their order.
  static let ledger = FileMark(
    "a ledger of overtile",
    beginnings: [
      FileBeginning([
        text(#"{"action":""#), .word(actions), text(#"","byteOffset":"#), .number, text(#","code":""#), .word(codes),
        text(#"","file":""#),
      ]),
      FileBeginning([
        text(#"{"action":""#), .word(actions), text(#"","code":""#), .word(codes), text(#"","count":"#), .number,
        text(#","reason":""#),
      ]),
    ], mayBeGzip: true)

  private static let actions = Set(LedgerCode.allCases.map(\.action.rawValue))
  private static let codes = Set(LedgerCode.allCases.map(\.rawValue))
  private static func text(_ text: String) -> FileBeginning.Part { .bytes(Array(text.utf8)) }

  /// Reports of runs.
  static let report = FileMark(
    "a report of overtile", beginning: Array(#"{"bundle":""#.utf8), ignoresSpace: true)
  /// Quarantines: GeoJSON text sequences whose first text follows our white space.
  static let quarantine = FileMark(
    "a quarantine of overtile", beginning: RecordPaths.quarantineBeginning, mayBeGzip: true
  ).doubted("or is one of an earlier version, which has no mark")
  /// Metrics.
  static let metrics = FileMark("a metrics file of overtile", beginning: Array("# HELP overtile_".utf8))
  /// Lists of finished zooms in staging folders, which begin with the digest of the work.
  static let journal = FileMark("a list of zooms of overtile", beginning: [])
}
