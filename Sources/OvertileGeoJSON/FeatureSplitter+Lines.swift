/// What the lines of a stream tell: where one feature stands on each, the end of a line ends a text that is broken.
extension FeatureSplitter {
  /// How far into a line the type of a feature is looked for.
  private static let lineStretch = 4096
  /// How far behind any other `{` it is looked for: of these a line may have many.
  static let textStretch = 128

  /// Notes whether a text that was delivered stood on one line.
  func noteLines(_ text: Range<Int>) {
    guard kind == .texts, standsOnOneLine != false, text.lowerBound >= view.start else { return }
    standsOnOneLine = !bytes(text).contains(ASCII.feed)
  }

  /// Notes a comma between texts, where none belongs.
  func noteComma() {
    strayCommas.count += 1
    if strayCommas.count == 1 { strayCommas.byteOffset = offset(at) }
  }

  /// Whether the `{` at a position, which follows a colon, comma or opening bracket and white space with a line feed,
  /// begins another text all the same: it begins its line, and every text so far stood on one line, or this is a feature,
  /// which nothing but a collection holds. A text over many lines that has said its type is taken at its word.
  func beginsLineOfItsOwn(_ position: Int) throws(GeoJSONError) -> Bool {
    guard position > view.start, view.base[position - 1 - view.start] == ASCII.feed else { return false }
    if standsOnOneLine == true { return true }
    if standsOnOneLine == false && isTyped { return false }
    return try isFeature(position, within: Self.lineStretch)
  }

  /// Whether an object says early on its line that it is a feature. O(stretch).
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
