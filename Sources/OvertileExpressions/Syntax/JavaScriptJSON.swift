import OvertileCore

/// JSON as ECMAScript's `JSON.stringify` writes it: numbers as in `JavaScriptText`, members whose keys are whole numbers
/// first and in ascending order, of several members with one key the last.
enum JavaScriptJSON {
  /// Lists and objects nested deeper than this are left as written.
  private static let maximumDepth = 128

  /// The text of a value.
  static func text(of value: PropertyValue) -> String { text(of: value, depth: 0) }

  private static func text(of value: PropertyValue, depth: Int) -> String {
    switch value {
    case .null: return "null"
    case .bool, .int, .uint: return JavaScriptText.string(of: value)
    case .double(let double): return double.isFinite ? JavaScriptText.string(of: double) : "null"
    case .string(let string): return quoted(string)
    case .json(let json):
      guard depth < maximumDepth else { return json }
      if let elements = JSONElements.elements(of: json) {
        return CanonicalJSON.list(elements.map { text(of: $0, depth: depth + 1) })
      }
      guard let members = JSONElements.members(of: json) else { return json }
      return CanonicalJSON.object(ordered(members).map { (quoted($0.key), text(of: $0.value, depth: depth + 1)) })
    }
  }

  /// Members in the order in which ECMAScript lists an object's properties.
  private static func ordered(
    _ members: [(key: String, value: PropertyValue)]
  ) -> [(key: String, value: PropertyValue)] {
    let values = Dictionary(members.map { (ExactText($0.key), $0.value) }) { _, last in last }
    var seen: Set<ExactText> = []
    let unique = members.filter { seen.insert(ExactText($0.key)).inserted }
      .map { (key: $0.key, value: values[ExactText($0.key)] ?? $0.value) }
    let indices = unique.compactMap { member in index(member.key).map { ($0, member) } }
    guard !indices.isEmpty else { return unique }
    return indices.sorted { $0.0 < $1.0 }.map(\.1) + unique.filter { index($0.key) == nil }
  }

  /// The whole number below 2^32 - 1 that a key is written as, if it is.
  private static func index(_ key: String) -> UInt32? {
    guard let index = UInt32(key), index < UInt32.max, String(index) == key else { return nil }
    return index
  }

  private static func quoted(_ string: String) -> String { JSONText.quoted(string, [.lines, .breaks]) }
}
