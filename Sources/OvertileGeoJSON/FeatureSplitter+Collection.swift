internal import COvertileSimdjson

/// The state of the collection that is being read.
struct CollectionMembers: Sendable, Codable {
  var start = 0
  var hasType = false
  var hasFeatures = false
  /// The line of its beginning.
  var line: UInt64 = 1
  /// The number of its first feature in the stream.
  var firstIndex: UInt64 = 0
  var extent = CollectionExtent()

  init(start: Int = 0, line: UInt64 = 1) { (self.start, self.line) = (start, line) }
}

/// Inside a FeatureCollection: its members, and the elements of its features array.
extension FeatureSplitter {
  /// Goes on by one member of the collection.
  func member(first: Bool) throws(GeoJSONError) {
    guard var byte = try skipSpace(&at) else { throw truncatedCollection() }
    if byte == ASCII.closeBrace {
      at += 1
      return try endCollection()
    }
    if !first {
      guard byte == ASCII.comma else { throw broken("a comma or } is missing") }
      at += 1
      guard let next = try skipSpace(&at) else { throw truncatedCollection() }
      byte = next
    }
    guard byte == ASCII.quote else { throw broken("expected a key in double quotes") }
    held = at
    defer { held = nil }
    let keyStart = at
    try complete(skipString(&at))
    let key = keyStart..<at
    guard let colon = try skipSpace(&at) else { throw truncatedCollection() }
    guard colon == ASCII.colon else { throw broken("a colon is missing after a key") }
    at += 1
    guard let value = try skipSpace(&at) else { throw truncatedCollection() }
    place.state = .members(first: false)
    if isString(key, "features") { return try features(value) }
    if isString(key, "type") { return try type() }
    if isString(key, "crs") { return try crsMember() }
    if isString(key, "bbox") { return try boundsMember() }
    for name in ["geometry", "properties", "coordinates", "geometries"] as [StaticString] where isString(key, name) {
      note(
        .mixedMembers, at: keyStart,
        "a FeatureCollection has the member \"\(name)\", which belongs to a different GeoJSON type")
    }
    if let name = CollectionExtent.members.first(where: { isString(key, $0) }) { return try extentMember("\(name)") }
    held = nil
    try complete(skipValue(&at, linesDivide: false))
  }

  /// Moves over the value of a member, and keeps its bytes.
  private func heldValue() throws(GeoJSONError) -> Range<Int> {
    let start = at
    held = at
    try complete(skipValue(&at, linesDivide: false))
    return start..<at
  }

  private func extentMember(_ name: String) throws(GeoJSONError) {
    let value = try heldValue()
    place.collection.extent.take(json: bytes(value), named: name)
  }

  /// Ends a collection that says that it is a part of its data.
  private func endPartial(_ words: String) throws(GeoJSONError) {
    guard !options.acceptsPartial else {
      if place.findings.partial == 0 { place.findings.firstPartial = words }
      place.findings.partial += 1
      return
    }
    throw failure(
      .partial, at: place.collection.start, words,
      advice: "The data may be incomplete. Fetch all of it, or set `partial: accept` for the source")
  }

  private func boundsMember() throws(GeoJSONError) {
    let value = try heldValue()
    let text = bytes(value)
    let fault = cs_bounds_fault(text.baseAddress?.assumingMemoryBound(to: UInt8.self), text.count)
    guard let fault else { return }
    note(.badBounds, at: value.lowerBound, "the bbox of a FeatureCollection \(String(cString: fault))")
  }

  /// Notes something about a collection; only the first few of many.
  private func note(_ code: FeatureNote.Code, at position: Int, _ message: String) {
    guard place.findings.collectionNotes.count < 5 else { return }
    place.findings.collectionNotes.append(CollectionNote(code: code, byteOffset: offset(position), message: message))
  }

  private func features(_ value: UInt8) throws(GeoJSONError) {
    guard value == ASCII.openBracket else {
      throw broken(
        "the \"features\" member of a FeatureCollection must be an array", .noFeatures)
    }
    guard !place.collection.hasFeatures else { throw broken("the \"features\" member occurs twice") }
    place.collection.hasFeatures = true
    at += 1
    place.state = .elements(first: true)
  }

  private func type() throws(GeoJSONError) {
    let value = try heldValue()
    guard isString(value, "FeatureCollection") else {
      let found = String(decoding: bytes(value.prefix(60)), as: UTF8.self)
      at = value.lowerBound
      throw broken(
        "the type of an object with a \"features\" member must be \"FeatureCollection\", not \(found)", .unknownType)
    }
    place.collection.hasType = true
  }

  private func crsMember() throws(GeoJSONError) {
    let value = try heldValue()
    let crs = LegacyCRS(json: bytes(value), byteOffset: offset(value.lowerBound))
    let isKnown = place.findings.crsMembers.contains { $0.form == crs.form || ($0.isWGS84 && crs.isWGS84) }
    if !isKnown { place.findings.crsMembers.append(crs) }
  }

  private func endCollection() throws(GeoJSONError) {
    guard place.collection.hasFeatures else {
      throw broken("the FeatureCollection has no \"features\" member", .noFeatures, at: place.collection.start)
    }
    guard place.collection.hasType else {
      throw broken(
        "an object with a \"features\" member must have \"type\":\"FeatureCollection\"", .unknownType,
        at: place.collection.start)
    }
    place.state = .texts
    if let words = place.collection.extent.fault(features: place.nextIndex - place.collection.firstIndex) {
      try endPartial(words)
    }
  }

  /// Goes on by one element of the features array.
  func element(first: Bool) throws(GeoJSONError) {
    guard var byte = try skipSpace(&at) else { return try endInElements() }
    if byte == ASCII.closeBracket {
      at += 1
      place.state = .members(first: false)
      return
    }
    if !first {
      guard byte == ASCII.comma else { throw broken("a comma or ] is missing after a feature") }
      at += 1
      guard let next = try skipSpace(&at) else { throw truncatedCollection() }
      byte = next
    }
    if byte == ASCII.comma || byte == ASCII.closeBracket || byte == ASCII.closeBrace || byte == ASCII.colon {
      throw broken("a feature is missing before or after a comma")
    }
    let start = at
    held = at
    defer { held = nil }
    place.state = .elements(first: false)
    try complete(skipValue(&at, linesDivide: false), began: start)
    if try isDelivered(start..<at) { deliver(start..<at) }
  }

  /// Ends a collection whose stream ends between features. Among features on a line each, one that continues past its
  /// line is broken there, and nothing else is.
  private func endInElements() throws(GeoJSONError) {
    guard isAmongLines, line(of: at) > place.collection.line else { throw truncatedCollection() }
    throw broken("the collection does not end on the line on which it begins")
  }

  /// Whether the collection is among features that are on a line each.
  private var isAmongLines: Bool { place.kind == .texts && place.standsOnOneLine == true && place.textCount > 1 }

  /// Throws unless a value was complete.
  private func complete(_ end: ValueEnd, began: Int? = nil) throws(GeoJSONError) {
    switch end {
    case .complete: break
    case .boundary: throw broken("the collection is not closed")
    case .streamEnd: throw truncatedCollection(began)
    }
  }

  private func truncatedCollection(_ element: Int? = nil) -> GeoJSONError {
    let place = element == nil ? "a FeatureCollection" : "the feature that starts here"
    return failure(.truncated, at: element ?? at, "the input ends inside \(place)", advice: GeoJSONError.cutShort)
  }

  /// The error of a collection that cannot be read on.
  private func broken(
    _ message: String, _ code: GeoJSONError.Code = .brokenCollection, at position: Int? = nil
  ) -> GeoJSONError {
    failure(code, at: position ?? at, message)
  }

  /// Goes on behind a broken collection: a sequence with its next text, and so do features that were on a line each before it.
  ///
  /// - Throws: any other error, and everywhere else.
  func leaveCollection(_ error: GeoJSONError) throws(GeoJSONError) {
    let isBroken = [.brokenCollection, .noFeatures, .unknownType].contains(error.code)
    guard isBroken, place.kind == .sequence || isAmongLines, let fault = error.byteOffset else { throw error }
    let start = offset(place.collection.start)
    reject(at: at, fault: Int(fault), "the FeatureCollection at byte \(start) is invalid: \(error.message)")
    held = nil
    place.state = .texts
    // A feature without a comma before it is the next text.
    if place.kind == .sequence || byte(ofView: at) != ASCII.openBrace { try passToNextText() }
  }

  /// Whether a range is a JSON string of this text, escapes in the source or not.
  func isString(_ range: Range<Int>, _ text: StaticString) -> Bool {
    let raw = bytes(range)
    let length = text.utf8CodeUnitCount
    guard raw.count >= length + 2, raw[0] == ASCII.quote else { return false }
    if raw.count == length + 2 {
      return (0..<length).allSatisfy { raw[$0 + 1] == text.utf8Start[$0] }
    }
    guard raw.count <= 6 * length + 2, raw.contains(ASCII.backslash) else { return false }
    return LegacyCRS(json: raw, byteOffset: 0).form == .name("\(text)")
  }
}
