import OvertileCore

/// The advice on a key that its mapping does not have.
enum KeyAdvice {
  /// The key that was meant, its replacement, or the valid keys; to follow "unknown key".
  ///
  /// - Parameters:
  ///   - key: the unknown key.
  ///   - names: the keys that the mapping has.
  static func text(for key: String, among names: [String]) -> String {
    let plain = ForeignNames.plain(key)
    if let name = names.first(where: { ForeignNames.plain($0) == plain }) { return "; write \"\(name)\"" }
    if let advice = ForeignNames.advice(key) { return "; \(advice)" }
    let near = NearestName.suggestion(for: key, among: names)
    return near.isEmpty ? "; the valid keys here are \(names.joined(separator: ", "))" : near
  }
}
