import OvertileExpressions

/// The properties of the features that are in the tiles, and those that are added.
package struct PropertySelection: Sendable {
  /// The properties to keep, sorted; nil for all.
  package var keep: [String]?
  /// Properties to leave out of those kept, sorted.
  package var drop: [String]
  /// Properties to add or replace, in the order of the file.
  package var computed: [FeatureExpression.ComputedValue]
  /// Whether arrays and objects, which tiles cannot hold, are left out; otherwise they are written as strings of JSON.
  package var dropsNested: Bool
  /// The properties that `keep` and `drop` name, in the order of the file, each with its key below the layer.
  package var named: [(key: String, name: Located<String>)] = []
}

extension PropertySelection {
  static let keep = Key(
    "keep", keepRule, .standard("all"), "The properties to keep in the tiles: all, none, or a list of names.")
  static let drop = Key(
    "drop", Rule<String>.string.located.list(), .standard([]), "Properties to leave out, even if keep includes them.")
  static let compute = Key(
    "compute", computedRule.named(), .implied([:]),
    "Properties to add or replace, each with a name and an expression.")
  static let nested = Key(
    "nested", Rule<String>.word(["stringify", "drop"]), .standard("stringify"),
    "How arrays and objects, which tiles cannot contain, are treated: stringify writes them as JSON, drop leaves "
      + "them out.")

  static let rule = Rule<PropertySelection>.mapping([keep, drop, compute, nested]) { fields, _ in
    let (keep, drop) = (try fields(keep), try fields(drop))
    return PropertySelection(
      keep: keep.map { Set($0.map(\.value)).sorted() }, drop: drop.map(\.value).sorted(),
      computed: fields.optional(compute) ?? [], dropsNested: try fields(nested) == "drop",
      named: (keep ?? []).map { ("properties.keep", $0) } + drop.map { ("properties.drop", $0) })
  }

  /// A computed property, which the expressions below it can read.
  private static let computedRule = Rule<FeatureExpression>.expression(.init(allowsZoom: true))
    .refined { expression, _, log -> FeatureExpression.ComputedValue? in
      let computed = (log.key.value, expression)
      log.computed.append(computed)
      return computed
    }

  private static let names = Rule<String>.string.located.list { "; write all, none or [\($0)]" }
    .spelled { CanonicalJSON.list(Set($0.map(\.value)).sorted().map(CanonicalJSON.quoted)) }

  private static let keepRule = Rule<String>.word(["all", "none"]).map { $0 == "all" ? nil : [] as [Located<String>]? }
    .or(names.map { $0 }) { ![.string("all"), .string("none")].contains($0) }
}
