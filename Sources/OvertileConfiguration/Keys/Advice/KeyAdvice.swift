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
    if let name = renamed[plain], names.contains(name) { return "; use \"\(name)\"" }
    if let advice = ForeignNames.advice(key) { return "; \(advice)" }
    let near = NearestName.suggestion(for: key, among: names)
    guard near.isEmpty else { return near }
    if let path = paths[plain] { return path.isEmpty ? "; it belongs at the top level" : "; it belongs under \(path)" }
    return "; the valid keys here are \(names.joined(separator: ", "))"
  }

  /// Keys of early versions, by their old names.
  private static let renamed = [
    "fall": "maxDecrease", "rise": "maxIncrease", "grow": "maxIncrease", "move": "maxShift", "lose": "maxLoss",
    "kept": "minKept", "share": "maxShare", "worst": "maxError", "level": "compressionLevel", "mode": "fileMode",
    "keep": "keepReleases",
  ]

  /// The key path above every key of a configuration, by its plain spelling; of several the nearest to the top, and one
  /// of the gates last, since these only compare. NAME is a placeholder for the user's name.
  private static let paths: [String: String] = {
    var paths: [String: String] = [:]
    var gates: [String: String] = [:]
    var level: [(schema: JSONValue, path: [String])] = [(PipelineKeys.rule.schema, [])]
    while !level.isEmpty {
      var next: [(schema: JSONValue, path: [String])] = []
      for (schema, path) in level {
        guard case .object(let members) = schema else { continue }
        if case .object(let properties)? = members["properties"] {
          for (key, value) in properties {
            if case .bool = value { continue }
            let plain = ForeignNames.plain(key)
            let joined = path.joined(separator: ".")
            if path.first == "gates" {
              gates[plain] = gates[plain] ?? joined
            } else {
              paths[plain] = paths[plain] ?? joined
            }
            next.append((value, path + [key]))
          }
        }
        if let named = members["additionalProperties"] { next.append((named, path + ["NAME"])) }
        if case .array(let options)? = members["anyOf"] { next += options.map { ($0, path) } }
      }
      level = next
    }
    return paths.merging(gates) { path, _ in path }
  }()
}
