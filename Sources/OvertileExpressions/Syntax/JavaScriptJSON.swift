import OvertileCore

/// JSON with numbers and strings as ECMAScript's `JSON.stringify` writes them; members keep their order.
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
      return CanonicalJSON.object(members.map { (quoted($0.key), text(of: $0.value, depth: depth + 1)) })
    }
  }

  private static func quoted(_ string: String) -> String { JSONText.quoted(string, [.lines, .breaks]) }
}
