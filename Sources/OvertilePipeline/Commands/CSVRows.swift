import Foundation

/// How the rows of a CSV file fit together: the faults that GDAL reads silently, though rows or cells are lost by them.
struct CSVRows {
  /// The number of lines in which something was found, and the first and the last of them, from 1.
  private struct Finding {
    var count = 0
    var line = 0
    var last = 0

    mutating func note(_ line: Int) {
      if count == 0 { self.line = line }
      if line != last { count += 1 }
      last = line
    }
  }

  private var separator: UInt8?
  private var headerSeparators = 0
  private var candidates: [UInt8: Int] = [:]
  /// The line being read, and the line on which its row begins.
  private var (line, rowLine) = (1, 1)
  private var (separators, rowBytes) = (0, 0)
  /// Whether a byte other than a separator follows the last column.
  private var hasSurplus = false

  private var (isInQuote, isAtCellStart, isBehindQuote) = (false, true, false)
  /// For the quoted text being read: its lines, and the separators since the last of their ends.
  private var (linesInQuote, separatorsInQuote) = (0, 0)

  private var (strayQuotes, likeRows, wideRows) = (Finding(), Finding(), Finding())

  /// The bytes that can separate columns, in the order in which they are preferred.
  private static let separators = Array(",;\t|".utf8)
  private static let chunkBytes = 1 << 20

  /// Reads a regular file to its end; nil for anything else. O(bytes).
  init?(path: String) {
    let isRegular = (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
    guard isRegular == true, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    while let data = try? file.read(upToCount: Self.chunkBytes), !data.isEmpty {
      data.withUnsafeBytes { for byte in $0 { take(byte) } }
    }
  }

  /// The sign that the file is cut short, in words; nil where there is none.
  var ending: String? {
    if isInQuote {
      return
        "the quote that opens in the row of line \(rowLine) is not closed, so everything after it is part of that row"
    }
    guard separator != nil, rowBytes > 0, separators < headerSeparators else { return nil }
    return
      "the last row, on line \(rowLine), has \(separators + 1) of \(headerSeparators + 1) columns and no newline at its "
      + "end"
  }

  /// Whether a row has more cells than the header has columns, as decimal commas make them.
  var isWide: Bool { wideRows.count > 0 }

  /// The faults that lose rows or cells, in words, one text each.
  var faults: [String] {
    var texts: [String] = []
    if strayQuotes.count > 0 {
      texts.append(
        "\(Self.lines(strayQuotes)) a quote within a cell; GDAL takes everything up to the next quote as text, "
          + "across rows as well; write such a cell in quotes and double its own: \"5\"\" pipe\"")
    }
    if likeRows.count > 0 {
      let rows = likeRows.count == 1 ? "a line that looks like a row" : "\(likeRows.count) lines that look like rows"
      texts.append(
        "the quoted text that opens before line \(likeRows.line) holds \(rows); is it closed where it "
          + "should be?")
    }
    if wideRows.count > 0 {
      texts.append(
        "\(Self.lines(wideRows)) more cells than the header has columns, \(headerSeparators + 1), and GDAL leaves out the "
          + "others: are there decimal commas, or separators in texts without quotes?")
    }
    return texts
  }

  private static func lines(_ finding: Finding) -> String {
    finding.count == 1
      ? "line \(finding.line) has" : "\(finding.count) lines, the first of them line \(finding.line), have"
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): quote()
    case UInt8(ascii: "\n"):
      line += 1
      if isInQuote { endLineInQuote() } else { endRow() }
      return
    case UInt8(ascii: "\r"): return
    default:
      if isInQuote {
        if byte == separator { separatorsInQuote += 1 }
      } else {
        plain(byte)
      }
    }
    rowBytes += 1
  }

  private mutating func quote() {
    if isInQuote {
      (isInQuote, isBehindQuote) = (false, true)
    } else {
      // A doubled quote is a quote of the text; at the start of a cell a quote opens one.
      if !isAtCellStart, !isBehindQuote { strayQuotes.note(line) }
      if !isBehindQuote { (linesInQuote, separatorsInQuote) = (0, 0) }
      (isInQuote, isBehindQuote) = (true, false)
    }
    isAtCellStart = false
  }

  private mutating func plain(_ byte: UInt8) {
    let isSeparator = separator.map { byte == $0 } ?? Self.separators.contains(byte)
    if isSeparator {
      if separator == nil { candidates[byte, default: 0] += 1 } else { separators += 1 }
    } else {
      if isBehindQuote, byte != UInt8(ascii: " ") { strayQuotes.note(line) }
      if separator != nil, separators > headerSeparators { hasSurplus = true }
    }
    (isAtCellStart, isBehindQuote) = (isSeparator, false)
  }

  private mutating func endLineInQuote() {
    // The text before the first end and after the last is part of the row's own lines.
    if linesInQuote > 0, headerSeparators > 0, separatorsInQuote == headerSeparators { likeRows.note(line) }
    (linesInQuote, separatorsInQuote) = (linesInQuote + 1, 0)
  }

  private mutating func endRow() {
    if separator == nil {
      for byte in Self.separators where candidates[byte, default: 0] > headerSeparators {
        (separator, headerSeparators) = (byte, candidates[byte, default: 0])
      }
    }
    if hasSurplus { wideRows.note(rowLine) }
    (separators, rowBytes, hasSurplus, rowLine) = (0, 0, false, line)
    (isAtCellStart, isBehindQuote) = (true, false)
  }
}
