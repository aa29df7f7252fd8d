import Publishing

extension FileMark {
  /// Ledgers: lines of JSON objects, also compressed.
  static let ledger = FileMark(
    "a ledger of overtile", beginning: Array(#"{"action":""#.utf8), mayBeGzip: true)
  /// Reports of runs.
  static let report = FileMark(
    "a report of overtile", beginning: Array(#"{"bundle":""#.utf8), ignoresSpace: true)
  /// Quarantines: GeoJSON text sequences.
  static let quarantine = FileMark("a quarantine of overtile", beginning: [Quarantine.separator], mayBeGzip: true)
  /// Metrics; a person may have made an empty file for them.
  static let metrics = FileMark(
    "a file of metrics of overtile", beginning: Array("# HELP overtile_".utf8), mayBeEmpty: true)
  /// Lists of finished zooms in staging folders, which begin with the digest of the work.
  static let journal = FileMark("a list of zooms of overtile", beginning: [])
}
