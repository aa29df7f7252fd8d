import OvertilePlatform

/// The lines of a stream: if each holds one feature, the end of a line ends a broken text.
extension FeatureSplitter {
  /// The distance into a line at which the type of a feature is searched.
  private static let lineStretch = 4096
  /// The distance after any other `{` at which it is searched: a line may have many of these.
  static let textStretch = 128

  /// Notes whether a delivered text was on one line.
  func noteLines(_ text: Range<Int>) {
    guard kind == .texts, standsOnOneLine != false, text.lowerBound >= view.start else { return }
    standsOnOneLine = memchr(view.base + (text.lowerBound - view.start), Int32(ASCII.feed), text.count) == nil
  }

  /// Notes a comma between texts, where none belongs.
  func noteComma() {
    strayCommas.count += 1
    if strayCommas.count == 1 { strayCommas.byteOffset = offset(at) }
  }

  /// Whether the `{` at a position, which follows a colon, comma or opening bracket and white space with a line feed,
  /// begins another text nevertheless: it begins its line, and every text so far was on one line, or this is a feature,
  /// which only a collection holds. A text over many lines that has stated its type is trusted.
  func beginsLineOfItsOwn(_ position: Int) throws(GeoJSONError) -> Bool {
    guard position > view.start, view.base[position - 1 - view.start] == ASCII.feed else { return false }
    if standsOnOneLine == true { return true }
    if standsOnOneLine == false && isTyped { return false }
    return try isFeature(position, within: Self.lineStretch)
  }

  /// Whether an object states early on its line that it is a feature. O(distance).
  func isFeature(_ first: Int, within stretch: Int) throws(GeoJSONError) -> Bool {
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
