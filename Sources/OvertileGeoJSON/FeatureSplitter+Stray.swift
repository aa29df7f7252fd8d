internal import COvertileSimdjson

/// Text between texts that is not an object.
extension FeatureSplitter {
  /// The bytes of a value that is not an object that are examined.
  static let valueStretch = 4096

  /// Delivers a JSON value that is not an object, to be rejected as one; false if there is none that ends soon.
  ///
  /// An array of features does not count: the text after its bracket is read.
  func otherValue() throws(GeoJSONError) -> Bool {
    held = at
    defer { held = nil }
    guard let length = try otherValueLength() else { return false }
    at += length
    deliver((at - length)..<at)
    return true
  }

  /// The length in bytes of the JSON value here, which is held; nil if there is none that ends soon, or for an array of
  /// features.
  func otherValueLength() throws(GeoJSONError) -> Int? {
    _ = try byte(at + Self.valueStretch)
    let available = min(view.end - at, Self.valueStretch)
    let length = cs_value_length(view.base + (at - view.start), available)
    // Only white space or what can begin the next text ends a value.
    guard length > 0, length < available || view.end - at == length, endsValue(try byte(at + length)) else {
      return nil
    }
    let text = bytes(at..<(at + length))
    return kind == .sequence || text.first != ASCII.openBracket || !text.contains(ASCII.openBrace) ? length : nil
  }

  private func endsValue(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    return ASCII.isSpace(byte) || byte == ASCII.separator || byte == ASCII.openBrace || byte == ASCII.comma
  }

  /// Reports text that is not an object, and moves to the next text.
  func strayText() throws(GeoJSONError) {
    reject(at: at, fault: at, "there is text that is not a JSON object")
    try passToNextText()
  }

  /// Skips the reported text, up to the next text.
  ///
  /// Outside a sequence that is a `{` that begins a line, or that follows anything but a colon, comma or opening bracket,
  /// or that begins a feature: any other belongs to the broken text.
  func passToNextText() throws(GeoJSONError) {
    var last: UInt8?
    var afterFeed = false
    try passStray { (byte) throws(GeoJSONError) in
      if byte == ASCII.separator { return true }
      guard self.kind == .texts else { return false }
      if byte == ASCII.openBrace {
        if afterFeed { return true }
        if let last, last != ASCII.colon, last != ASCII.comma, last != ASCII.openBracket { return true }
        if try self.isFeature(self.at, within: Self.textStretch) { return true }
      }
      if byte == ASCII.feed { afterFeed = true }
      if !ASCII.isSpace(byte) { (last, afterFeed) = (byte, false) }
      return false
    }
  }
}
