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
    "nested", Rule<String>.word(["stringify", "drop"]), .standard("stringify"),
    "How arrays and objects, which tiles cannot contain, are treated: stringify writes them as JSON, drop leaves "
      + "them out.")

  static let rule = Rule<PropertySelection>.mapping([keep, drop, compute, nested]) { fields, _ in
    var selection = PropertySelection(
      keep: try fields(keep), drop: try fields(drop).sorted(),
      computed: fields.optional(compute) ?? [],
      dropsNested: try fields(nested) == "drop")
    for key in ["keep", "drop"] {
      guard case .array(let items)? = fields.node[key]?.content else { continue }
      selection.named += items.compactMap { item in
        item.string.map { ("properties.\(key)", Located($0, at: item.position)) }
      }
    }
    return selection
  }

  /// A computed property, which the expressions below it can read.
  private static let computedRule: Rule<FeatureExpression.ComputedValue> = {
    let expression = Rule<FeatureExpression>.expression(.init(allowsZoom: true)).withName
    return Rule(expression.schema) { node, log in
      guard let reading = expression.read(node, &log) else { return nil }
      let computed = (reading.value.name, reading.value.value)
      log.computed.append(computed)
      return Reading(computed, canonical: reading.canonical)
    }
  }()

  private static let names = Rule<String>.string.list().map { Set($0).sorted() as [String]? }
    .spelled { CanonicalJSON.list(($0 ?? []).map(CanonicalJSON.quoted)) }

  private static let keepRule = Rule<String>.word(["all", "none"]) { "write names as a list: [\($0)]" }
    .map { $0 == "all" ? nil : [] }
    .or(list: names)
}
