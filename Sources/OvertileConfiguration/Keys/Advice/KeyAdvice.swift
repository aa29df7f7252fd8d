import OvertileExpressions
import OvertileFeatures
import OvertileSearching

/// The advice on a key that its mapping does not have: the key that was meant, here or elsewhere in a configuration.
enum KeyAdvice {
  /// The advice, to follow "unknown key"; empty if there is none.
  ///
  /// - Parameters:
  ///   - key: the unknown key.
  ///   - path: the keys that lead to its mapping.
  ///   - names: the keys that the mapping has.
  static func text(for key: String, below path: [String], among names: [String]) -> String {
    if key == "<<" {
      return "; merge keys are not part of YAML 1.2: write the keys out, or share single values by anchors"
    }
    if let colon = key.firstIndex(of: ":"), names.contains(String(key[..<colon])) {
      return "; a space is missing after the colon: write \(key[..<colon]): \(key[key.index(after: colon)...])"
    }
    let plain = ForeignNames.plain(key)
    if let name = names.first(where: { ForeignNames.plain($0) == plain }) { return "; write \"\(name)\"" }
    if let entry = ForeignNames.entry(of: key, below: path) {
      return entry.owner.isEmpty ? "; \(entry.advice)" : ", which is \(entry.owner); \(entry.advice)"
    }
    let near = NearestName.suggestion(for: key, among: names)
    if near.isEmpty, let locations = locations[plain] { return "; \(elsewhere(locations))" }
    return near.isEmpty ? "; the keys here are \(names.joined(separator: ", "))" : near
  }

  /// The location of one of our keys, whatever its spelling; nil for a name that is not one.
  static func location(of name: String) -> String? {
    locations[ForeignNames.plain(name)].map { elsewhere($0).replacing("it belongs elsewhere: ", with: "") }
  }

  private static func elsewhere(_ locations: [KeyLocation]) -> String {
    // The nearer to the top, the more likely it was meant.
    let nearest = locations.sorted { a, b in
      let (depthOfA, depthOfB) = (a.path.split(separator: ".").count, b.path.split(separator: ".").count)
      return (depthOfA, a.path) < (depthOfB, b.path)
    }
    let texts = nearest.prefix(3).map { location in
      location.path.isEmpty
        ? "\(location.key): ... at the top of the file" : "\(location.key): ... under \(location.path)"
    }
    return "it belongs elsewhere: write " + texts.joined(separator: ", or ")
  }

  /// A known key.
  private struct KeyLocation: Sendable {
    var key: String
    /// The key path; NAME is a placeholder for the user's name.
    var path: String
  }

  /// Every key of a configuration by its plain spelling.
  private static let locations: [String: [KeyLocation]] = {
    var locations: [String: [KeyLocation]] = [:]
    collect(PipelineKeys.rule.schema, [], into: &locations)
    return locations
  }()

  private static func collect(_ schema: JSONValue, _ path: [String], into locations: inout [String: [KeyLocation]]) {
    guard case .object(let members) = schema else { return }
    if case .object(let properties)? = members["properties"] {
      for (key, value) in properties {
        if case .bool = value { continue }
        locations[ForeignNames.plain(key), default: []].append(KeyLocation(key: key, path: path.joined(separator: ".")))
        collect(value, path + [key], into: &locations)
      }
    }
    if let named = members["additionalProperties"] { collect(named, path + ["NAME"], into: &locations) }
    if case .array(let options)? = members["anyOf"] {
      for option in options { collect(option, path, into: &locations) }
    }
  }
}
