import Foundation

/// How a CSV file ends: whether it looks cut short, which GDAL reads without a word.
struct CSVEnding {
  /// The line on which the last row begins, from 1.
  private(set) var line = 1
  /// Whether a quote is open at the end.
  private(set) var isInQuote = false

  private var separator: UInt8?
  private var headerSeparators = 0
  private var separators = 0
  private var lineBreaks = 0
  private var rowBytes = 0
  private var candidates: [UInt8: Int] = [:]

  /// The bytes that can stand between columns, in the order in which they are preferred.
  private static let separators = Array(",;\t|".utf8)
  private static let chunkBytes = 1 << 20

  /// Reads a regular file to its end; nil of anything else. O(bytes).
  init?(path: String) {
    let isRegular = (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
    guard isRegular == true, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    while let data = try? file.read(upToCount: Self.chunkBytes), !data.isEmpty {
      data.withUnsafeBytes { take($0) }
    }
  }

  /// What looks cut short, in words; nil where nothing does.
  var fault: String? {
    if isInQuote {
      return "the quote that opens in the row of line \(line) is not closed, and all that follows is part of that row"
    }
    guard separator != nil, rowBytes > 0, separators < headerSeparators else { return nil }
    return
      "the last row, on line \(line), has \(separators + 1) of \(headerSeparators + 1) columns and no newline at its end"
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""):
        isInQuote.toggle()
        rowBytes += 1
      case UInt8(ascii: "\n"):
        lineBreaks += 1
        if !isInQuote { endRow() }
      default:
        rowBytes += 1
        if !isInQuote { count(byte) }
      }
    }
  }

  private mutating func count(_ byte: UInt8) {
    if let separator {
      if byte == separator { separators += 1 }
    } else if Self.separators.contains(byte) {
      candidates[byte, default: 0] += 1
    }
  }

  private mutating func endRow() {
    if separator == nil {
      for byte in Self.separators where candidates[byte, default: 0] > headerSeparators {
        (separator, headerSeparators) = (byte, candidates[byte, default: 0])
      }
    }
    (separators, rowBytes, line) = (0, 0, lineBreaks + 1)
  }
}
