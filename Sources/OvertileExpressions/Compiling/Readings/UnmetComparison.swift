import OvertileFeatures
import OvertileSearching

/// A comparison that has the same result for every feature, since the compared function never has such a value:
/// `["==", ["upcase", ["get", "kind"]], "cafe"]`.
package struct UnmetComparison: Sendable, Hashable {
  /// The comparison as minified JSON.
  package let text: String
  /// Its start.
  package let position: SourcePosition
  /// The reason that no value can be equal, and the replacement.
  package let reason: String
  /// The result for every feature, in words: "never holds".
  package let outcome: String
}

extension PropertyComparison {
  /// The result of a comparison by an operator none of whose values can be equal, in words.
  package static func outcome(ofUnmet name: String) -> String {
    switch name {
    case "!=", "!in": "always holds"
    case "match": "matches none of its labels"
    default: "never holds"
    }
  }
}

/// Finds such comparisons in one walk over the syntax. The impossible values are known for only a few functions.
struct UnmetComparisons {
  private(set) var all: [UnmetComparison] = []

  /// Walks over an expression that compiles. O(nodes).
  init(_ syntax: ExpressionSyntax) { visit(syntax) }

  private mutating func visit(_ node: ExpressionSyntax) {
    guard case .array(let items) = node.content, let name = node.head, name != "literal" else { return }
    for item in items.dropFirst() { visit(item) }
    guard let (function, values) = Self.tested(name, items), !values.isEmpty else { return }
    let texts = values.compactMap { value in
      if case .string(let text) = value.content { text } else { nil }
    }
    guard texts.count == values.count, let reason = Self.reason(function, never: texts) else { return }
    all.append(
      UnmetComparison(
        text: CanonicalJSON.text(of: node), position: node.position, reason: reason,
        outcome: PropertyComparison.outcome(ofUnmet: name)))
  }

  /// The function whose values are compared, and the values that they are compared with.
  private static func tested(_ name: String, _ items: [ExpressionSyntax]) -> (String, [ExpressionSyntax])? {
    switch name {
    case "==", "!=":
      guard items.count == 3 else { return nil }
      for (tested, value) in [(items[1], items[2]), (items[2], items[1])] where !value.isArray {
        if let function = tested.head { return (function, [value]) }
      }
      return nil
    case "in":
      guard items.count == 3, let function = items[1].head, items[2].head == "literal",
        case .array(let parts) = items[2].content, parts.count == 2, case .array(let values) = parts[1].content
      else { return nil }
      return (function, values)
    case "match":
      guard items.count > 4, let function = items[1].head else { return nil }
      let labels = stride(from: 2, to: items.count - 1, by: 2).flatMap { index -> [ExpressionSyntax] in
        if case .array(let labels) = items[index].content { labels } else { [items[index]] }
      }
      return (function, labels)
    default: return nil
    }
  }

  private static let geometryTypes = ["Point", "LineString", "Polygon", "Unknown"]
  private static let valueTypes = ["number", "string", "boolean", "object", "null"]

  /// The reason that a function never has one of some values; nil if it may.
  private static func reason(_ function: String, never texts: [String]) -> String? {
    switch function {
    case "upcase" where texts.allSatisfy { !same($0, $0.uppercased()) }:
      return "upcase gives capital letters only: write \(quoted(texts.map { $0.uppercased() }))"
    case "downcase" where texts.allSatisfy { !same($0, $0.lowercased()) }:
      return "downcase gives small letters only: write \(quoted(texts.map { $0.lowercased() }))"
    case "geometry-type" where texts.allSatisfy { !geometryTypes.contains($0) }:
      return "geometry-type is \"Point\", \"LineString\" or \"Polygon\", also for the multi types, or else \"Unknown\""
        + meant(texts, among: geometryTypes)
    case "typeof" where texts.allSatisfy { !valueTypes.contains($0) && !$0.hasPrefix("array<") }:
      return "typeof is \(valueTypes.map { "\"\($0)\"" }.joined(separator: ", ")), or begins with \"array<\""
        + meant(texts, among: valueTypes)
    default: return nil
    }
  }

  /// The words that were probably meant; nothing if none is near.
  private static func meant(_ texts: [String], among words: [String]) -> String {
    let aliases = ["int": "number", "integer": "number", "float": "number", "double": "number", "bool": "boolean"]
    let near = texts.compactMap { text in
      let plain = text.lowercased().hasPrefix("multi") ? String(text.dropFirst(5)) : text
      return aliases[plain.lowercased()] ?? words.first { $0.lowercased() == plain.lowercased() }
        ?? (aliases[plain.lowercased()] == nil ? NearestName.nearest(to: plain, among: words) : nil)
    }
    return near.isEmpty ? "" : ": write \(quoted(near))"
  }

  private static func quoted(_ texts: [String]) -> String {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.map { CanonicalJSON.quoted($0) }.joined(separator: ", ")
  }

  private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
