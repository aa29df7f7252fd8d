/// The beginning of a JSON text: the names of the first members of its object, as far as the bytes go.
///
/// It only peeks, and stops at text that is not JSON. O(bytes).
struct JSONHead {
  private(set) var isArray = false
  /// The members of the object, or of the array's first element.
  private(set) var members: [String] = []
  /// The text of its `type`, if that is a string.
  private(set) var type: String?
  /// The members of the first element of its `features`.
  private(set) var firstFeature: [String] = []
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  init?(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, at) = (bytes, bytes.startIndex)
    skipSpace()
    isArray = next == UInt8(ascii: "[")
    if isArray {
      at += 1
      skipSpace()
    }
    guard isArray || next == UInt8(ascii: "{") else { return nil }
    if next == UInt8(ascii: "{") { readObject() }
  }

  /// The format, judged by an object's members.
  var format: FileFormat {
    let isGeoJSON = type.map(Self.types.contains) ?? false
    if isArray { return isGeoJSON ? .geoJSONArray : .jsonArray }
    if isGeoJSON { return .geoJSON }
    if type == "Topology" { return .topoJSON }
    if members.contains("sources") && members.contains("layers") { return .pipeline }
    if members.contains("osm3s") || (members.contains("elements") && members.contains("generator")) {
      return .overpassJSON
    }
    if !Set(members).isDisjoint(with: Self.esri) || firstFeature.contains("attributes") { return .esriJSON }
    if members.first == "error" || members.first == "errors" || members.first == "message" { return .jsonError }
    return .json
  }

  static let types: Set<String> = [
    "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]
  private static let esri: Set<String> = ["geometryType", "fieldAliases", "displayFieldName", "spatialReference"]

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (9...13).contains(byte) { at += 1 }
  }

  private mutating func readObject() {
    at += 1
    while members.count < 100 {
      skipSpace()
      guard let key = string() else { return }
      members.append(key)
      skipSpace()
      guard next == UInt8(ascii: ":") else { return }
      at += 1
      skipSpace()
      if key == "type", next == UInt8(ascii: "\"") {
        type = string()
      } else if key == "features", next == UInt8(ascii: "[") {
        firstFeature = JSONHead(bytes[at...])?.members ?? []
        guard skipValue() else { return }
      } else {
        guard skipValue() else { return }
      }
      skipSpace()
      guard next == UInt8(ascii: ",") else { return }
      at += 1
    }
  }

  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    let start = at + 1
    at = start
    while let byte = next, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard at < bytes.endIndex else { return nil }
    defer { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Moves over a value; false if the bytes end first.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
      at += 1
    }
    return false
  }
}
