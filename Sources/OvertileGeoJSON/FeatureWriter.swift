import OvertileCore

/// Writes features as GeoJSON (RFC 7946): a collection, lines, or a text sequence (RFC 8142).
///
/// Numbers are the shortest that read back, never with an exponent. Rings are written unchanged: winding, cutting at
/// the antimeridian and longitude-latitude order are the caller's. UTF-8 without a byte-order mark.
package struct FeatureWriter: Sendable {
  /// How the features are combined.
  package enum Framing: Sendable, CaseIterable {
    /// One FeatureCollection, with a feature a line.
    case collection
    /// A feature a line.
    case lines
    /// An RFC 8142 sequence.
    case sequence
  }

  private let framing: Framing
  private var text = JSONText([.lines, .breaks])
  private var isFirst = true

  /// Begins a stream.
  package init(_ framing: Framing) {
    self.framing = framing
    if framing == .collection { text.append("{\"type\":\"FeatureCollection\",\"features\":[\n") }
  }

  /// The text written and not removed yet.
  package var bytes: [UInt8] { text.bytes }

  /// Returns the text written since the last call.
  package mutating func takeBytes() -> [UInt8] {
    defer { text = JSONText([.lines, .breaks]) }
    return text.bytes
  }

  /// Ends the stream. Nothing may be written after it.
  package mutating func finish() {
    if framing == .collection { text.append(isFirst ? "]}\n" : "\n]}\n") }
  }

  /// Writes one feature; `geometry` is the run of feature `index` in the columns. O(its size). Throws `notWritable` for
  /// a number that is not finite and for columns that do not fit the type; nothing is written then.
  package mutating func write(
    id: FeatureID, type: GeometryType, geometry: GeometryColumns, feature index: Int,
    properties: [(String, PropertyValue)]
  ) throws(GeoJSONError) {
    var feature = JSONText([.lines, .breaks])
    feature.append("{\"type\":\"Feature\"")
    try Self.append(id: id, to: &feature)
    feature.append(",\"geometry\":")
    try GeometryText(columns: geometry).append(type, elements: geometry.elements(ofFeature: index), to: &feature)
    feature.append(",\"properties\":")
    try Self.append(properties: properties, to: &feature)
    feature.append("}")
    frame(feature)
  }

  /// Writes one feature of a batch.
  package mutating func write(_ batch: FeatureBatch, feature index: Int) throws(GeoJSONError) {
    let columns = batch.properties
    let properties = columns.entries(ofFeature: index).map { entry in
      (columns.keys.string(columns.keyIndices[entry]), columns.values.value(columns.valueIndices[entry]))
    }
    try write(
      id: batch.ids[index], type: batch.geometryTypes[index], geometry: batch.geometry, feature: index,
      properties: properties)
  }

  private mutating func frame(_ feature: JSONText) {
    switch framing {
    case .collection: if !isFirst { text.append(",\n") }
    case .lines: break
    case .sequence: text.bytes.append(ASCII.separator)
    }
    text.bytes.append(contentsOf: feature.bytes)
    if framing != .collection { text.bytes.append(ASCII.feed) }
    isFirst = false
  }

  private static func append(id: FeatureID, to text: inout JSONText) throws(GeoJSONError) {
    switch id {
    case .none: return
    case .integer(let value): text.append(raw: ",\"id\":\(value)")
    case .unsigned(let value): text.append(raw: ",\"id\":\(value)")
    case .number(let value):
      text.append(",\"id\":")
      try append(finite: value, fraction: true, to: &text)
    case .string(let string):
      text.append(",\"id\":")
      text.append(string: string)
    }
  }

  private static func append(
    properties: [(String, PropertyValue)], to text: inout JSONText
  ) throws(GeoJSONError) {
    text.append("{")
    for (index, (key, value)) in properties.enumerated() {
      if index > 0 { text.append(",") }
      text.append(string: key)
      text.append(":")
      switch value {
      case .null: text.append("null")
      case .bool(let bool): text.append(bool ? "true" : "false")
      case .int(let int): text.append(raw: String(int))
      case .uint(let uint): text.append(raw: String(uint))
      case .double(let double): try append(finite: double, fraction: true, to: &text)
      case .string(let string): text.append(string: string)
      case .json(let json): text.append(raw: json)
      }
    }
    text.append("}")
  }

  /// Appends a number, or throws `notWritable` for one that JSON does not have.
  static func append(finite number: Double, fraction: Bool, to text: inout JSONText) throws(GeoJSONError) {
    guard number.isFinite else { throw GeoJSONError(.notWritable, "JSON cannot represent \(number)") }
    text.append(number: number, fraction: fraction)
  }
}
