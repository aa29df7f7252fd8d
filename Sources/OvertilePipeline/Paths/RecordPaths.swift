import OvertilePublishing

/// The paths of a file that grows record by record, in all its forms, and how the program tells its own.
struct RecordPaths {
  /// Where the file will stand while it is small.
  let path: String
  /// Where it will stand if the run fails.
  let failedPath: String
  /// What it begins with.
  let mark: FileMark

  /// What stands before each text of a sequence. Source: RFC 8142, section 2.1.
  static let separator: UInt8 = 0x1E
  /// What quarantines begin with: a separator and white space in an order that nobody else writes, by which we know them.
  /// White space may stand before every JSON text, so readers see the first feature alone.
  static let quarantineBeginning = [separator] + Array(" \t\t \t\t\t\t \t\t\t \t  ".utf8)

  /// What the names of compressed files end with.
  static let gzip = ".gz"
  /// What the names of unfinished files end with.
  static let unfinished = ".partial"

  /// Where it grows.
  var partial: String { path + Self.unfinished }
  /// Where it grows when it is compressed.
  var compressedPartial: String { path + Self.gzip + Self.unfinished }
  /// Where it may stand in the end.
  var finished: [String] { [path, failedPath].flatMap { [$0, $0 + Self.gzip] } }
}
