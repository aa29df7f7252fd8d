import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output, for data.
enum StandardOutput {
  /// Writes a value as JSON for people, its keys sorted, and a line feed.
  static func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

/// Standard error, written at once and never buffered.
enum StandardError {
  /// Writes a text and a line feed.
  static func write(_ text: String) {
    writeRaw(text + "\n")
  }

  /// Writes a text as it is.
  static func writeRaw(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(2) == 1 }

  /// The terminal's width in columns, or 80.
  static var columns: Int {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether colours may be used: on a terminal, unless NO_COLOR is set.
  static var hasColor: Bool {
    isTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }
}
