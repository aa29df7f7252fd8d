import Foundation
import OvertileConfiguration
import OvertileCore
import OvertileTileArchive

/// Standard output, for data: the only access to it, without a buffer that could hide a failed write.
enum StandardOutput {
  /// Writes bytes unchanged.
  ///
  /// - Throws: `ArchiveError` if not all of them could be written: the disk is full, the reader is gone.
  static func write(_ bytes: some ContiguousBytes) throws {
    try bytes.withUnsafeBytes { try UnixFile.write(STDOUT_FILENO, path: "standard output", $0) }
  }

  /// Writes a text for people and a line feed; characters that could change a terminal are escaped.
  static func write(line text: String) throws {
    try write(Array((TerminalText.safe(SecretText.hidden(text)) + "\n").utf8))
  }

  /// Writes a value as JSON for people, its keys sorted, and a line feed.
  static func write(json value: some Encodable) throws {
    let text = String(decoding: try ExactJSON.encode(value, pretty: true), as: UTF8.self)
    try write(Array((SecretText.hidden(text) + "\n").utf8))
  }
}

/// Standard error, written at once and never buffered. A message that cannot be written is lost: it is no reason to
/// fail.
enum StandardError {
  /// Writes a text and a line feed; characters that could change a terminal are escaped.
  static func write(_ text: String) { writeRaw(TerminalText.safe(text) + "\n") }

  /// Writes a text unchanged except for secrets.
  static func writeRaw(_ text: String) {
    try? Array(SecretText.hidden(text).utf8).withUnsafeBytes {
      try UnixFile.write(STDERR_FILENO, path: "standard error", $0)
    }
  }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(2) == 1 }

  /// The terminal's width in columns, or 80.
  static var columns: Int {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
