import OvertileCore

/// The ways in which features follow one another in a stream.
enum Framing: CaseIterable {
  /// One FeatureCollection, with a feature a line.
  case collection
  /// A feature a line.
  case lines
  /// An RFC 8142 sequence.
  case sequence
}

/// The features as one stream of text.
func written(_ features: [PlainFeature], _ framing: Framing) -> [UInt8] {
  let texts = features.map(\.text)
  return switch framing {
  case .collection:
    Array(
      ("{\"type\":\"FeatureCollection\",\"features\":[\n" + texts.joined(separator: ",\n")
        + (texts.isEmpty ? "]}\n" : "\n]}\n")).utf8)
  case .lines: texts.flatMap { Array("\($0)\n".utf8) }
  case .sequence: texts.flatMap { Array("\u{1E}\($0)\n".utf8) }
  }
}

extension PlainFeature {
  /// The feature as GeoJSON.
  var text: String {
    let members = properties.map { "\(Self.quoted($0.key)):\(Self.text($0.value))" }.joined(separator: ",")
    let geometry = Self.text(type, elements)
    return "{\"type\":\"Feature\"\(idMember),\"geometry\":\(geometry),\"properties\":{\(members)}}"
  }

  private var idMember: String { id == .null ? "" : ",\"id\":\(Self.text(id))" }

  private static func quoted(_ text: String) -> String { JSONText.quoted(text, [.lines, .breaks]) }

  private static func text(_ value: PropertyValue) -> String {
    if case .double(let number) = value { return digits(number, fraction: true) }
    var text = JSONText([.lines, .breaks])
    text.append(value: value)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func text(_ type: GeometryType, _ elements: [Element]) -> String {
    let coordinates: String
    switch type {
    case .none: return "null"
    case .geometryCollection:
      let members = elements.map { text($0.type, [$0]) }.joined(separator: ",")
      return "{\"type\":\"GeometryCollection\",\"geometries\":[\(members)]}"
    case .point: coordinates = elements.first.map { position($0.rings[0][0]) } ?? "[]"
    case .multiPoint: coordinates = list(elements.flatMap { $0.rings.joined() }, position)
    case .lineString: coordinates = elements.first.map { line($0.rings[0]) } ?? "[]"
    case .polygon: coordinates = elements.first.map { list($0.rings, line) } ?? "[]"
    case .multiLineString: coordinates = list(elements) { line($0.rings[0]) }
    case .multiPolygon: coordinates = list(elements) { list($0.rings, line) }
    }
    return "{\"type\":\"\(type.name)\",\"coordinates\":\(coordinates)}"
  }

  private static func line(_ positions: [[Double]]) -> String { list(positions, position) }

  private static func position(_ numbers: [Double]) -> String { list(numbers) { digits($0, fraction: false) } }

  private static func list<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
    "[" + items.map(text).joined(separator: ",") + "]"
  }
}

extension PlainFeature.Element {
  /// The type of the element alone.
  fileprivate var type: GeometryType {
    switch kind {
    case .points: rings[0].count == 1 ? .point : .multiPoint
    case .line: .lineString
    case .polygon: .polygon
    }
  }
}

/// The shortest digits that read back as the same number, without an exponent: also many of them, before and after the point.
///
/// - Parameter fraction: whether a whole number ends in ".0", so that it reads back as a floating-point number.
private func digits(_ number: Double, fraction: Bool) -> String {
  let parts = number.magnitude.description.split(separator: "e")
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let mantissa = parts[0].split(separator: ".").map { String($0) }
  let all = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[0] + mantissa[1] : mantissa[0]
  let point = mantissa[0].count + exponent
  let sign = number.sign == .minus ? "-" : ""
  if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(all)" }
  if point < all.count { return "\(sign)\(all.prefix(point)).\(all.dropFirst(point))" }
  return sign + all + String(repeating: "0", count: point - all.count) + (fraction ? ".0" : "")
}
