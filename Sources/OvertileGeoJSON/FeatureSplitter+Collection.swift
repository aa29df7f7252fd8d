internal import COvertileSimdjson
internal import Foundation

/// The state of the collection that is being read.
struct CollectionMembers: Sendable, Codable {
  var start = 0
  /// The line of its beginning.
  var line: UInt64 = 1
  /// The number of its first feature in the stream.
  var firstIndex: UInt64 = 0
  var hasType = false
  var hasFeatures = false
  var extent = CollectionExtent()
}

/// Inside a FeatureCollection: its members, and the elements of its features array.
extension FeatureSplitter {
  /// Goes on by one member of the collection.
  func member(first: Bool) throws(GeoJSONError) {
    guard let byte = try item(first: first, closing: ASCII.closeBrace) else { return try endCollection() }
    guard byte == ASCII.quote else { throw failure("expected a key in double quotes") }
    held = at
    defer { held = nil }
    let keyStart = at
    try complete(skipString(&at))
    let name = string(keyStart..<at) ?? ""
    guard try nextByte() == ASCII.colon else { throw failure("a colon is missing after a key") }
    at += 1
    let value = try nextByte()
    place.state = .members(first: false)
    if name == "features" { return try features(value) }
    if ["geometry", "properties", "coordinates", "geometries"].contains(name) {
      note(
        "a FeatureCollection has the member \"\(name)\", which belongs to a different GeoJSON type",
        .mixedMembers, at: keyStart)
    }
    // Only the values that are read are kept: any other may be large.
    let valueStart = at
    held = ["type", "crs", "bbox"].contains(name) || CollectionExtent.members.contains(name) ? valueStart : nil
    try complete(skipValue(&at, linesDivide: false))
    if held != nil { try take(valueStart..<at, of: name) }
  }

  /// Takes what a member says about the collection.
  private func take(_ value: Range<Int>, of name: String) throws(GeoJSONError) {
    let text = bytes(value)
    switch name {
    case "type":
      place.collection.hasType = string(value) == "FeatureCollection"
      guard !place.collection.hasType else { return }
      at = value.lowerBound
      let found = String(decoding: text.prefix(60), as: UTF8.self)
      throw failure(
        "the type of an object with a \"features\" member must be \"FeatureCollection\", not \(found)", .unknownType)
    case "crs":
      let crs = LegacyCRS(json: text, byteOffset: UInt64(value.lowerBound))
      let isKnown = place.crsMembers.contains { $0.form == crs.form || ($0.isWGS84 && crs.isWGS84) }
      if !isKnown { place.crsMembers.append(crs) }
    case "bbox":
      let fault = cs_bounds_fault(text.baseAddress?.assumingMemoryBound(to: UInt8.self), text.count)
      guard let fault else { return }
      note("the bbox of a FeatureCollection \(String(cString: fault))", .badBounds, at: value.lowerBound)
    default:
      if let value = JSONSerialization.value(of: text) { place.collection.extent.take(value, named: name) }
    }
  }

  private func note(_ message: String, _ code: FeatureNote.Code, at position: Int) {
    note("\(message) at byte \(position); the member is ignored [\(code.rawValue)]")
  }

  private func features(_ value: UInt8) throws(GeoJSONError) {
    guard value == ASCII.openBracket else {
      throw failure("the \"features\" member of a FeatureCollection must be an array", .noFeatures)
    }
    guard !place.collection.hasFeatures else { throw failure("the \"features\" member occurs twice") }
    place.collection.hasFeatures = true
    at += 1
    place.state = .elements(first: true)
  }

  private func endCollection() throws(GeoJSONError) {
    let collection = place.collection
    guard collection.hasFeatures else {
      throw failure("the FeatureCollection has no \"features\" member", .noFeatures, at: collection.start)
    }
    guard collection.hasType else {
      throw failure(
        "an object with a \"features\" member must have \"type\":\"FeatureCollection\"", .unknownType,
        at: collection.start)
    }
    place.state = .texts
    guard let words = collection.extent.fault(features: place.nextIndex - collection.firstIndex) else { return }
    guard options.acceptsPartial else {
      throw failure(
        words, .partial, at: collection.start,
        advice: "The data may be incomplete. Fetch all of it, or set `partial: accept` for the source")
    }
    note("a FeatureCollection is incomplete: \(words) (accepted because of `partial: accept`)")
  }

  /// Goes on by one element of the features array.
  func element(first: Bool) throws(GeoJSONError) {
    guard let byte = try item(first: first, closing: ASCII.closeBracket) else {
      place.state = .members(first: false)
      return
    }
    if byte == ASCII.comma || byte == ASCII.closeBracket || byte == ASCII.closeBrace || byte == ASCII.colon {
      throw failure("a feature is missing before or after a comma")
    }
    let start = at
    held = at
    defer { held = nil }
    place.state = .elements(first: false)
    try complete(skipValue(&at, linesDivide: false), began: start)
    if try isDelivered(start..<at) { deliver(start..<at) }
  }

  /// The first byte of the next member or element, behind the comma before it; nil behind the bracket that closes them.
  private func item(first: Bool, closing bracket: UInt8) throws(GeoJSONError) -> UInt8? {
    guard let byte = try skipSpace(&at) else {
      // Among features on a line each, a collection that continues past its line is broken there, and nothing else is.
      guard bracket == ASCII.closeBracket, isAmongLines, countLines(to: at) > place.collection.line else {
        throw truncatedCollection()
      }
      throw failure("the collection does not end on the line on which it begins")
    }
    if byte == bracket {
      at += 1
      return nil
    }
    if first { return byte }
    guard byte == ASCII.comma else { throw failure("a comma or \(Character(UnicodeScalar(bracket))) is missing") }
    at += 1
    return try nextByte()
  }

  /// The next byte that is not white space.
  private func nextByte() throws(GeoJSONError) -> UInt8 {
    guard let byte = try skipSpace(&at) else { throw truncatedCollection() }
    return byte
  }

  /// Whether the collection is among features that are on a line each.
  private var isAmongLines: Bool { place.kind == .texts && place.standsOnOneLine == true && place.textCount > 1 }

  /// Throws unless a value was complete.
  private func complete(_ end: ValueEnd, began: Int? = nil) throws(GeoJSONError) {
    switch end {
    case .complete: break
    case .boundary: throw failure("the collection is not closed")
    case .streamEnd: throw truncatedCollection(began)
    }
  }

  private func truncatedCollection(_ element: Int? = nil) -> GeoJSONError {
    let place = element == nil ? "a FeatureCollection" : "the feature that starts here"
    return failure("the input ends inside \(place)", .truncated, at: element, advice: GeoJSONError.cutShort)
  }

  /// Goes on behind a broken collection: a sequence with its next text, and so do features that were on a line each before it.
  ///
  /// - Throws: any other error, and everywhere else.
  func leaveCollection(_ error: GeoJSONError) throws(GeoJSONError) {
    let isBroken = [.brokenCollection, .noFeatures, .unknownType].contains(error.code)
    guard isBroken, place.kind == .sequence || isAmongLines, let fault = error.byteOffset else { throw error }
    let start = UInt64(place.collection.start)
    reject(at: at, fault: Int(fault), "the FeatureCollection at byte \(start) is invalid: \(error.message)")
    held = nil
    place.state = .texts
    // A feature without a comma before it is the next text.
    if place.kind == .sequence || byte(ofView: at) != ASCII.openBrace { try passToNextText() }
  }
}
