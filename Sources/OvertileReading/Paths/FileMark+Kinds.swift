import OvertilePublishing

extension FileMark {
  /// Ledgers: lines of JSON objects, also compressed. The first line begins with one of our actions and one of its codes.
  package static let ledger = FileMark("a ledger of overtile", mayBeGzip: true) { head in
    let text = String(decoding: head.prefix(200), as: UTF8.self)
    guard let parts = text.firstMatch(of: #/^\{"action":"([a-z]+)",(?:"byteOffset":\d+,)?"code":"([a-z0-9-]+)",/#),
      let code = LedgerCode(rawValue: String(parts.2))
    else { return false }
    return code.action.rawValue == parts.1
  }

  /// Reports of runs.
  package static let report = FileMark("a report of overtile") { head in
    head.prefix(200).filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }.starts(with: Array(#"{"bundle":""#.utf8))
  }
  /// Quarantines: GeoJSON text sequences whose first text follows our white space.
  static let quarantine = FileMark(
    "a quarantine of overtile", beginning: RecordPaths.quarantineBeginning, mayBeGzip: true)
  /// Metrics.
  package static let metrics = FileMark("a metrics file of overtile", beginning: Array("# HELP overtile_".utf8))
}
