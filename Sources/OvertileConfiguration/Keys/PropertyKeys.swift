import OvertileExpressions

/// The keys of a layer's `properties`.
enum PropertyKeys {
  static let keep = Key(
    "keep", keepRule, .standard("all"), "The properties to keep in the tiles: all, none, or a list of names.")
  static let drop = Key(
    "drop", Rule<String>.string.list(), .standard(.items([])), "Properties to leave out, even if keep includes them.")
  static let compute = Key(
    "compute", Rule<FeatureExpression>.expression(.init(allowsZoom: true)).named(), .implied(.mapping([])),
    "Properties to add or replace, each with a name and an expression.")
  static let nested = Key(
    "nested", Rule<PropertySelection.Nested>.choice, .standard("stringify"),
    "How arrays and objects, which tiles cannot contain, are treated: stringify writes them as JSON, drop leaves "
      + "them out.")

  static let rule = Rule<PropertySelection>.mapping([keep.erased, drop.erased, compute.erased, nested.erased]) {
    (fields, _) throws(Incomplete) in
    var selection = PropertySelection(
      keep: try fields(keep), drop: try fields(drop).sorted(),
      computed: (fields.optional(compute) ?? []).map { ComputedProperty(name: $0.name, expression: $0.value) },
      nested: try fields(nested))
    selection.named = ["keep", "drop"].flatMap { key in fields.texts(below: key).map { ("properties.\(key)", $0) } }
    return selection
  }

  private static let keepRule: Rule<PropertySelection.Keep> = {
    let words = Rule<String>.word(["all", "none"]) { "write names as a list: [\($0)]" }
    let names = Rule<String>.string.list()
    return Rule(["anyOf": [words.schema, names.schema]]) { node, log in
      if case .list = node.content {
        guard let reading = names.read(node, &log) else { return nil }
        let sorted = Set(reading.value).sorted()
        return Reading(.only(sorted), canonical: "[" + sorted.map(CanonicalJSON.quoted).joined(separator: ",") + "]")
      }
      return words.map { $0 == "all" ? .all : .none }.read(node, &log)
    }
  }()
}
