import OvertileCore

/// The advice on a key that its mapping does not have: the key that was meant, here or elsewhere in a configuration.
enum KeyAdvice {
  /// The advice, to follow "unknown key".
  ///
  /// - Parameters:
  ///   - key: the unknown key.
  ///   - names: the keys that the mapping has.
  static func text(for key: String, among names: [String]) -> String {
    let plain = ForeignNames.plain(key)
    if let name = names.first(where: { ForeignNames.plain($0) == plain }) { return "; write \"\(name)\"" }
    if let advice = ForeignNames.advice(key) { return "; \(advice)" }
    let near = NearestName.suggestion(for: key, among: names)
    guard near.isEmpty else { return near }
    if let path = paths[plain] { return path.isEmpty ? "; it belongs at the top level" : "; it belongs under \(path)" }
    return "; the valid keys here are \(names.joined(separator: ", "))"
  }

  /// The key path above every key of a configuration, by its plain spelling; of several the nearest to the top, and one
  /// of the gates last, since these only compare. NAME is a placeholder for the user's name.
  private static let paths: [String: String] = {
    var found: [(path: [String], key: String)] = []
    func visit(_ schema: JSONValue, _ path: [String]) {
      guard case .object(let members) = schema else { return }
      if case .object(let properties)? = members["properties"] {
        for (key, value) in properties {
          if case .bool = value { continue }
          found.append((path, ForeignNames.plain(key)))
          visit(value, path + [key])
        }
      }
      if let named = members["additionalProperties"] { visit(named, path + ["NAME"]) }
      if case .array(let options)? = members["anyOf"] { for option in options { visit(option, path) } }
    }
    visit(PipelineConfiguration.rule.schema, [])
    let order = { (path: [String]) in (path.first == "gates" ? 1 : 0, path.count, path.joined(separator: ".")) }
    return Dictionary(
      found.sorted { order($0.path) < order($1.path) }.map { ($0.key, $0.path.joined(separator: ".")) }
    ) { first, _ in first }
  }()
}
