/// The top level of a stream: texts one after the other.
extension FeatureSplitter {
  /// Determines the kind of stream by its first bytes.
  func start() throws(GeoJSONError) {
    held = 0
    defer { held = nil }
    if try matches("\u{FEFF}", 0) { at = 3 }
    guard let first = try skipSpace(&at) else { throw emptyInput() }
    let isText = first == ASCII.separator || first == ASCII.openBrace
    guard try isText ? byte(at + 1) != 0 : standsBeforeFeatures() else { throw try foreignInput() }
    place.kind = first == ASCII.separator ? .sequence : .texts
    place.state = .texts
  }

  /// Goes on by one text.
  func text() throws(GeoJSONError) {
    var first = try skipSpace(&at)
    while first == ASCII.separator || (first == ASCII.comma && place.kind == .texts && place.textCount > 0) {
      if first == ASCII.comma, !place.hasStrayComma {
        place.hasStrayComma = true
        note("ignored a comma at byte \(at), between features outside a FeatureCollection, and any further ones")
      }
      at += 1
      first = try skipSpace(&at)
    }
    guard let first else {
      if place.textCount == 0 && rejected.isEmpty { throw emptyInput() }
      place.state = .ended
      return
    }
    place.textCount += 1
    guard first == ASCII.openBrace else { return try stray() }
    held = at
    defer { held = nil }
    switch try classify() {
    case .collection:
      place.collection = CollectionMembers(start: at, line: countLines(to: at), firstIndex: place.nextIndex)
      at += 1
      place.state = .members(first: true)
    case .whole(let known): try wholeText(known: known)
    }
  }

  /// Delivers a text that is a feature or a geometry, or is to be rejected as one.
  private func wholeText(known: Bool) throws(GeoJSONError) {
    let first = at
    switch try skipBrackets(&at, linesDivide: true) {
    case .complete: break
    case .boundary:
      while at > max(first, view.start), ASCII.isSpace(view.base[at - 1 - view.start]) { at -= 1 }
    case .streamEnd:
      guard place.kind == .sequence else {
        at = first
        throw failure(
          "the input ends inside the JSON object that starts here", .truncated, advice: GeoJSONError.cutShort)
      }
    }
    let range = first..<at
    guard try isDelivered(range) else { return }
    noteLines(range)
    if !known && place.textCount == 1 && place.kind == .texts {
      var rest = at
      if try skipSpace(&rest) == nil { throw try foreignInput(.unknownType, at: first) }
    }
    deliver(range)
  }

  enum TextKind {
    case collection
    /// Not a collection; `known` if its type is a feature's or a geometry's, or it is too broken to tell.
    case whole(known: Bool)
  }

  /// Examines a text's members until it is clear whether it is a collection. The position stays.
  func classify() throws(GeoJSONError) -> TextKind {
    place.isTyped = try matches("{\"type\":\"Feature\"", at)
    if place.isTyped { return .whole(known: true) }
    if try matches("{\"type\":\"FeatureCollection\"", at) { return .collection }
    var position = at + 1
    while true {
      guard try skipSpace(&position) == ASCII.quote else {
        return .whole(known: try byte(position) != ASCII.closeBrace)
      }
      let keyStart = position
      guard try skipString(&position) == .complete else { return .whole(known: true) }
      let key = keyStart..<position
      guard try skipSpace(&position) == ASCII.colon else { return .whole(known: true) }
      position += 1
      let first = try skipSpace(&position)
      if first == ASCII.openBracket, isString(key, "features") { return .collection }
      let valueStart = position
      do {
        guard try skipValue(&position, linesDivide: true) == .complete else { return .whole(known: true) }
      } catch {
        guard error.code == .textTooLarge, ["geometry", "properties", "coordinates"].contains(string(key)) else {
          throw error
        }
        // For a feature or geometry, which is judged as a whole.
        return .whole(known: true)
      }
      if isString(key, "type") {
        let type = valueStart..<position
        if isString(type, "FeatureCollection") { return .collection }
        place.isTyped = Self.types.contains { isString(type, $0) }
        return .whole(known: place.isTyped)
      }
      guard let next = try skipSpace(&position) else { return .whole(known: true) }
      if next == ASCII.comma { position += 1 }
    }
  }

  /// GeoJSON's types besides collections of features.
  static let types: [StaticString] = [
    "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]
}
