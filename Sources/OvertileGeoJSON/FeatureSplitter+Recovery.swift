internal import COvertileSimdjson
import OvertileCore

/// Recovery from text that is broken or stray: where the next text begins.
///
/// In a sequence that is the next record separator. Elsewhere it is a `{` that cannot belong to the text before it, by one rule; see
/// `beginsText`.
extension FeatureSplitter {
  /// The bytes of a value that is not an object that are examined.
  private static let valueStretch = 4096
  /// The distance into a line at which the type of a feature is searched, and after any other `{`: a line may have many of these.
  private static let stretches = (line: 4096, text: 128)

  /// Whether a `{` begins a text, though the one before it has no end.
  ///
  /// Inside a text a `{` follows a colon, a comma or an opening bracket. After anything else it begins a text, and so it does after
  /// these if its line begins with it, and every text so far was on one line, or if it states early that it is a feature, which only a
  /// collection holds. A text over many lines that has stated its type is trusted.
  ///
  /// - Parameters:
  ///   - last: the byte before it that is not white space, or a line feed within stray text; nil without one.
  ///   - isOpen: whether the text before it is open, and not stray.
  private func beginsText(_ position: Int, after last: UInt8?, isOpen: Bool) throws(GeoJSONError) -> Bool {
    if let last, ![ASCII.colon, ASCII.comma, ASCII.openBracket].contains(last) { return true }
    guard isOpen else { return try isFeature(position, within: Self.stretches.text) }
    guard byte(ofView: position - 1) == ASCII.feed else { return false }
    if let standsOnOneLine = place.standsOnOneLine, standsOnOneLine || place.isTyped { return standsOnOneLine }
    return try isFeature(position, within: Self.stretches.line)
  }

  /// Whether the line feed or separator here ends a text that is still open.
  func isBoundary(_ position: Int, textStart: Int) throws(GeoJSONError) -> Bool {
    if place.kind == .sequence { return true }
    var next = position
    let following = try skipSpace(&next)
    guard following == ASCII.openBrace else { return following == ASCII.separator }
    var last = position - 1
    while last > max(textStart, view.start), ASCII.isSpace(view.base[last - view.start]) { last -= 1 }
    guard last >= max(textStart, view.start), !ASCII.isSpace(view.base[last - view.start]) else { return false }
    return try beginsText(next, after: view.base[last - view.start], isOpen: true)
  }

  /// Reports text that is not an object: a JSON value that ends soon is delivered, to be rejected as one, and any other text is
  /// skipped.
  func stray() throws(GeoJSONError) {
    held = at
    defer { held = nil }
    if let length = try otherValueLength() {
      at += length
      return deliver((at - length)..<at)
    }
    held = nil
    reject(at: at, fault: at, "expected a JSON object, but found other text")
    try passToNextText()
  }

  /// Skips the reported text, up to the next text; its beginning is part of the report.
  func passToNextText() throws(GeoJSONError) {
    var start: [UInt8] = []
    var last: UInt8?
    while let byte = try byte(at), byte != ASCII.separator {
      if place.kind == .texts, byte == ASCII.openBrace, try beginsText(at, after: last, isOpen: false) { break }
      if byte == ASCII.feed || !ASCII.isSpace(byte) { last = byte }
      if start.count < 1000 { start.append(byte) }
      at += 1
    }
    if !rejected.isEmpty { rejected[rejected.count - 1].stray = String(decoding: start, as: UTF8.self) }
  }

  /// Whether JSON values that are not objects are here on lines of their own, followed by features or a collection.
  func standsBeforeFeatures() throws(GeoJSONError) -> Bool {
    let first = at
    defer { at = first }
    while at - first < Self.valueStretch {
      guard let length = try otherValueLength() else { return false }
      let end = at + length
      at = end
      guard let next = try skipSpace(&at), bytes(end..<at).contains(ASCII.feed) else { return false }
      guard next == ASCII.openBrace else { continue }
      if case .collection = try classify() { return true }
      return place.isTyped
    }
    return false
  }

  /// Notes whether a delivered text was on one line.
  func noteLines(_ text: Range<Int>) {
    guard place.kind == .texts, place.standsOnOneLine != false, text.lowerBound >= view.start else { return }
    place.standsOnOneLine = memchr(view.base + (text.lowerBound - view.start), Int32(ASCII.feed), text.count) == nil
  }

  /// The length in bytes of the JSON value here, which is held; nil if there is none that ends soon, or for an array of
  /// features: the text behind its bracket is read.
  private func otherValueLength() throws(GeoJSONError) -> Int? {
    _ = try byte(at + Self.valueStretch)
    let available = min(view.end - at, Self.valueStretch)
    let length = cs_value_length(view.base + (at - view.start), available)
    // Only white space or what can begin the next text ends a value.
    guard length > 0, length < available || view.end - at == length else { return nil }
    if let next = try byte(at + length),
      !ASCII.isSpace(next), ![ASCII.separator, ASCII.openBrace, ASCII.comma].contains(next)
    {
      return nil
    }
    let text = bytes(at..<(at + length))
    return place.kind == .sequence || text.first != ASCII.openBracket || !text.contains(ASCII.openBrace) ? length : nil
  }

  /// Whether an object states early on its line that it is a feature. O(distance).
  private func isFeature(_ first: Int, within stretch: Int) throws(GeoJSONError) -> Bool {
    let before = held
    held = min(held ?? first, first)
    defer { held = before }
    var position = first
    while position - first < stretch, let byte = try byte(position), byte != ASCII.feed {
      if byte == ASCII.quote, try matches("\"type\"", position) {
        var value = position + 6
        if try skipSpace(&value) == ASCII.colon {
          value += 1
          if try skipSpace(&value) == ASCII.quote { return try matches("\"Feature\"", value) }
        }
      }
      position += 1
    }
    return false
  }
}
