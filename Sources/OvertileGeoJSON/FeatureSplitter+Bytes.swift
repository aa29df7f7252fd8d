internal import COvertileSimdjson
internal import Foundation
import OvertileCore

/// How the splitter moves over bytes. A position may be anywhere at or after the kept bytes; bytes are fetched as
/// needed.
extension FeatureSplitter {
  /// The bytes of a long text that are examined before its lines are counted and its size is judged.
  private static let stretchByteCount = 4 << 20

  /// Fetches bytes after the window's end; false at the end of the stream.
  private func fetch(_ position: Int) throws(GeoJSONError) -> Bool {
    let kept = min(sliceStart ?? .max, held ?? .max, position)
    countLines(to: kept)
    defer { view = window.view }
    return try window.extend(keeping: kept)
  }

  /// The byte at a position, or nil at the end of the stream.
  @inline(__always)
  func byte(_ position: Int) throws(GeoJSONError) -> UInt8? {
    if position < view.end { return view.base[position - view.start] }
    return try fetchedByte(position)
  }

  private func fetchedByte(_ position: Int) throws(GeoJSONError) -> UInt8? {
    while position >= view.end {
      guard try fetch(position) else { return nil }
    }
    return view.base[position - view.start]
  }

  /// Whether the bytes at a position, which is held, are these; false also if the stream ends before.
  func matches(_ text: StaticString, _ position: Int) throws(GeoJSONError) -> Bool {
    let length = text.utf8CodeUnitCount
    guard try byte(position + length - 1) != nil else { return false }
    return memcmp(view.base + (position - view.start), text.utf8Start, length) == 0
  }

  /// The first position from here that is not white space, and its byte; nil at the end of the stream.
  @inline(__always)
  func skipSpace(_ position: inout Int) throws(GeoJSONError) -> UInt8? {
    while let byte = try byte(position) {
      guard ASCII.isSpace(byte) else { return byte }
      position += 1
    }
    return nil
  }

  /// The end of a scan over a value.
  enum ValueEnd {
    /// After the value.
    case complete
    /// At a byte that begins another text, so that this one is broken.
    case boundary
    /// At the end of the stream.
    case streamEnd
  }

  /// Moves over an array or object. In a sequence a record separator ends it; with `linesDivide`, so does a line feed
  /// before a `{` that cannot be part of it.
  func skipBrackets(_ position: inout Int, linesDivide: Bool) throws(GeoJSONError) -> ValueEnd {
    let first = position
    let stop = place.kind == .sequence ? Int32(ASCII.separator) : linesDivide ? Int32(ASCII.feed) : -1
    var scan = CSScan()
    var event = CSScanMore
    while true {
      let available = min(view.end - position, Self.stretchByteCount)
      if available > 0 {
        position += cs_scan(&scan, view.base + (position - view.start), available, stop, &event)
        switch event {
        case CSScanClosed: return .complete
        case CSScanStop:
          if try isBoundary(position, textStart: first) { return .boundary }
          position += 1
          event = CSScanMore
          continue
        default: try passedOver(position, from: first)
        }
      }
      if position >= view.end, try !fetch(position) { return .streamEnd }
    }
  }

  /// Counts lines, or fails, after a section of a text that has not ended.
  private func passedOver(_ position: Int, from first: Int) throws(GeoJSONError) {
    if held == nil, sliceStart == nil {
      countLines(to: position)
    } else if position - first > options.limitByteCount {
      if held == first {
        if sliceStart != nil { ready = takeSlice() }
        return rejectTooLarge(at: first)
      }
      throw failure(
        "a JSON value is larger than \(options.limitByteCount) bytes, or its end is missing", .textTooLarge, at: first)
    }
  }

  /// Moves over any value. A scalar ends at the first byte that cannot be part of it.
  func skipValue(_ position: inout Int, linesDivide: Bool) throws(GeoJSONError) -> ValueEnd {
    guard let first = try byte(position) else { return .streamEnd }
    if first == ASCII.openBrace || first == ASCII.openBracket {
      return try skipBrackets(&position, linesDivide: linesDivide)
    }
    if first == ASCII.quote { return try skipString(&position) }
    while let byte = try byte(position) {
      switch byte {
      case ASCII.comma, ASCII.closeBrace, ASCII.closeBracket, ASCII.space, ASCII.feed,
        ASCII.carriage, ASCII.tab, ASCII.separator:
        return .complete
      default: position += 1
      }
    }
    return .streamEnd
  }

  /// Moves over a string. A raw line feed or separator in it is a boundary.
  func skipString(_ position: inout Int) throws(GeoJSONError) -> ValueEnd {
    position += 1
    while let byte = try byte(position) {
      position += 1
      switch byte {
      case ASCII.quote: return .complete
      case ASCII.backslash: position += 1
      case ASCII.feed, ASCII.separator:
        position -= 1
        return .boundary
      default: break
      }
    }
    return .streamEnd
  }

  /// The byte at a position, if it is in the window.
  func byte(ofView position: Int) -> UInt8? {
    position >= view.start && position < view.end ? view.base[position - view.start] : nil
  }

  /// The bytes of a range that is still in the window.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: view.base + (range.lowerBound - view.start), count: range.count)
  }

  /// The text of a JSON string that is still in the window; nil for any other value.
  func string(_ range: Range<Int>) -> String? {
    let raw = bytes(range)
    guard raw.count > 1, raw.first == ASCII.quote else { return nil }
    guard raw.contains(ASCII.backslash) else { return String(decoding: raw.dropFirst().dropLast(), as: UTF8.self) }
    return JSONSerialization.value(of: raw) as? String
  }

  /// Whether a range is the JSON string of a text, escapes in the source or not.
  func isString(_ range: Range<Int>, _ text: StaticString) -> Bool {
    let (raw, length) = (bytes(range), text.utf8CodeUnitCount)
    guard raw.first == ASCII.quote, raw.count >= length + 2 else { return false }
    if raw.count == length + 2 {
      return memcmp(view.base + (range.lowerBound + 1 - view.start), text.utf8Start, length) == 0
    }
    return raw.contains(ASCII.backslash) && string(range) == "\(text)"
  }
}

/// The ASCII characters that JSON and its sequences are made of.
enum ASCII {
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let feed = UInt8(ascii: "\n")
  static let carriage = UInt8(ascii: "\r")
  static let separator: UInt8 = 0x1E
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  /// Whether JSON counts a byte as white space.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == feed || byte == carriage || byte == tab }
}
