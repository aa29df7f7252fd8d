import OvertilePublishing

/// The paths of a file that grows record by record, in all its forms, and the mark of the program's own files.
package struct RecordPaths {
  /// The path of the file while it is small.
  package let path: String
  /// The path of the file if the run fails.
  let failedPath: String
  /// The mark at its beginning.
  let mark: FileMark

  /// The bytes before each text of a sequence. Source: RFC 8142, section 2.1.
  static let separator: UInt8 = 0x1E
  /// The beginning of quarantines: a separator and white space in an order that nobody else writes, which marks our
  /// files. White space may precede every JSON text, so readers see the first feature alone.
  static let quarantineBeginning = [separator] + Array(" \t\t \t\t\t\t \t\t\t \t  ".utf8)

  /// The suffix of compressed files.
  static let gzip = ".gz"
  /// The possible paths of the finished file.
  var finished: [String] { [path, failedPath].flatMap { [$0, $0 + Self.gzip] } }
}
