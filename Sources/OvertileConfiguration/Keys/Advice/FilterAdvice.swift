import OvertileExpressions

/// Translates a mapping that was meant as a filter: properties and their values, JsonLogic, or a query of MongoDB.
enum FilterAdvice {
  private static let comparisons = [
    "==": "==", "===": "==", "!=": "!=", "!==": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "$eq": "==",
    "eq": "==",
    "$ne": "!=", "ne": "!=", "$lt": "<", "lt": "<", "$lte": "<=", "lte": "<=", "$gt": ">", "gt": ">", "$gte": ">=",
    "gte": ">=",
  ]
  private static let joints = ["and": "all", "$and": "all", "or": "any", "$or": "any"]

  /// The filter, as the end of the message about the expected and found value. Nothing if the meaning is not known.
  static func text(for entries: [ConfigurationNode.Entry]) -> String {
    guard let filter = filter(entries, depth: 0) else {
      return entries.first.map { _ in "; a property is compared as in [\"==\", [\"get\", \"category\"], \"cafe\"]" }
        ?? ""
    }
    return "; write \(filter)"
  }

  private static let deepest = 10

  private static func filter(_ entries: [ConfigurationNode.Entry], depth: Int) -> String? {
    guard depth < deepest else { return nil }
    let parts = entries.map { part($0, depth: depth) }
    let known = parts.compactMap { $0 }
    guard !known.isEmpty, known.count == parts.count else { return nil }
    return known.count == 1 ? known[0] : "[\"all\", \(known.joined(separator: ", "))]"
  }

  private static func part(_ entry: ConfigurationNode.Entry, depth: Int) -> String? {
    if let joint = joints[entry.key] {
      guard case .list(let items) = entry.value.content else { return nil }
      let parts = items.map { item -> String? in
        if case .mapping(let entries) = item.content { filter(entries, depth: depth + 1) } else { nil }
      }
      return parts.contains(nil) ? nil : "[\"\(joint)\", \(parts.compactMap { $0 }.joined(separator: ", "))]"
    }
    if ["!", "$not", "not"].contains(entry.key) { return negation(entry.value, depth: depth) }
    if let name = comparisons[entry.key] { return logic(name, entry.value) }
    if entry.key == "in", case .list(let items) = entry.value.content, items.count == 2 {
      return operand(items[0]).flatMap { value in list(items[1]).map { "[\"in\", \(value), [\"literal\", \($0)]]" } }
    }
    return query(entry)
  }

  private static func negation(_ value: ConfigurationNode, depth: Int) -> String? {
    var value = value
    if case .list(let items) = value.content, items.count == 1 { value = items[0] }
    guard case .mapping(let entries) = value.content else { return nil }
    return filter(entries, depth: depth + 1).map { "[\"!\", \($0)]" }
  }

  /// JsonLogic: `{"==": [{"var": "kind"}, "cafe"]}`.
  private static func logic(_ name: String, _ value: ConfigurationNode) -> String? {
    guard case .list(let items) = value.content, items.count == 2, let a = operand(items[0]), let b = operand(items[1])
    else { return nil }
    return "[\"\(name)\", \(a), \(b)]"
  }

  /// A property and its value, or MongoDB's `{visits: {$gt: 3}}`.
  private static func query(_ entry: ConfigurationNode.Entry) -> String? {
    let get = "[\"get\", \(CanonicalJSON.quoted(entry.key))]"
    if case .mapping(let tests) = entry.value.content {
      let parts = tests.map { test -> String? in
        if ["$in", "in"].contains(test.key) {
          return list(test.value).map { "[\"in\", \(get), [\"literal\", \($0)]]" }
        }
        return comparisons[test.key].flatMap { name in plain(test.value).map { "[\"\(name)\", \(get), \($0)]" } }
      }
      guard !parts.isEmpty, !parts.contains(nil) else { return nil }
      let known = parts.compactMap { $0 }
      return known.count == 1 ? known[0] : "[\"all\", \(known.joined(separator: ", "))]"
    }
    if let list = list(entry.value) { return "[\"in\", \(get), [\"literal\", \(list)]]" }
    return plain(entry.value).map { "[\"==\", \(get), \($0)]" }
  }

  /// A property, as in JsonLogic, or a plain value.
  private static func operand(_ node: ConfigurationNode) -> String? {
    guard case .mapping(let entries) = node.content else { return plain(node) }
    guard entries.count == 1, entries[0].key == "var" else { return nil }
    var name = entries[0].value
    if case .list(let items) = name.content, let first = items.first { name = first }
    guard case .string(let text) = name.content else { return nil }
    return "[\"get\", \(CanonicalJSON.quoted(text))]"
  }

  private static func list(_ node: ConfigurationNode) -> String? {
    guard case .list(let items) = node.content else { return nil }
    let values = items.map(plain)
    return values.contains(nil) ? nil : "[\(values.compactMap { $0 }.joined(separator: ", "))]"
  }

  private static func plain(_ node: ConfigurationNode) -> String? {
    switch node.content {
    case .int(let int): "\(int)"
    case .double(let double): JSONNumber.text(double)
    case .bool(let bool): "\(bool)"
    case .string(let text): CanonicalJSON.quoted(text)
    case .null: "null"
    default: nil
    }
  }
}
