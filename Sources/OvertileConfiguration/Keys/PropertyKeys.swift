import OvertileExpressions

/// The keys of a layer's `properties`.
enum PropertyKeys {
  static let keep = Key(
    "keep", keepRule, .standard("all"), "The properties to keep in the tiles: all, none, or a list of names.")
  static let drop = Key(
    "drop", Rule<String>.string.list(), .standard([]), "Properties to leave out, even if keep includes them.")
  static let compute = Key(
    "compute", computedRule.named(), .implied([:]),
    "Properties to add or replace, each with a name and an expression.")
  static let nested = Key(
    "nested", Rule<PropertySelection.Nested>.choice, .standard("stringify"),
    "How arrays and objects, which tiles cannot contain, are treated: stringify writes them as JSON, drop leaves "
      + "them out.")

  static let rule = Rule<PropertySelection>.mapping([keep, drop, compute, nested]) { fields, _ in
    var selection = PropertySelection(
      keep: try fields(keep), drop: try fields(drop).sorted(),
      computed: (fields.optional(compute) ?? []).map { ComputedProperty(name: $0.name, expression: $0.value) },
      nested: try fields(nested))
    for key in ["keep", "drop"] {
      guard case .array(let items)? = fields.node[key]?.content else { continue }
      selection.named += items.compactMap { item in
        item.string.map { ("properties.\(key)", Located($0, at: item.position)) }
      }
    }
    return selection
  }

  /// A computed property, which the expressions below it can read.
  private static let computedRule: Rule<FeatureExpression> = {
    let expression = Rule<FeatureExpression>.expression(.init(allowsZoom: true))
    return Rule(expression.schema) { node, log in
      let reading = expression.read(node, &log)
      if let reading, let name = log.path.last { log.computed.append((name, reading.value)) }
      return reading
    }
  }()

  private static let names = Rule<String>.string.list().map { PropertySelection.Keep.only(Set($0).sorted()) }
    .spelled { keep in
      guard case .only(let names) = keep else { return "" }
      return "[" + names.map(CanonicalJSON.quoted).joined(separator: ",") + "]"
    }

  private static let keepRule = Rule<String>.word(["all", "none"]) { "write names as a list: [\($0)]" }
    .map { $0 == "all" ? PropertySelection.Keep.all : .none }
    .or(list: names)
}
