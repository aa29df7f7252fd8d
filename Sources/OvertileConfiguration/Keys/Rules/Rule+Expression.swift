import OvertileCore
import OvertileExpressions

extension Rule<FeatureExpression> {
  /// The JSON Schema of an expression, referred to by all others.
  static let expressionDefinition = list(
    "A MapLibre expression: the name of an operator, followed by its arguments.", names: [])

  /// The JSON Schema of a filter.
  static let filterDefinition = list(
    "A MapLibre expression that returns a boolean, or a filter in MapLibre's deprecated syntax.",
    names: FeatureExpression.legacyFilterNames)

  private static func list(_ description: String, names: [String]) -> JSONValue {
    [
      "description": .string(description), "type": "array", "minItems": 1,
      "prefixItems": [["enum": .array((FeatureExpression.operatorNames + names).map(JSONValue.string))]],
    ]
  }

  private static let reference: JSONValue = ["$ref": "#/$defs/expression"]

  /// The JSON Schema of an expression, or of a constant of its type.
  private static func schema(_ options: FeatureExpression.Options) -> JSONValue {
    let constants: [JSONValue] =
      switch options.expected {
      case .number: ["number"]
      case .boolean: ["boolean"]
      default: ["number", "boolean", "string"]
      }
    return ["anyOf": [reference, ["type": constants.count == 1 ? constants[0] : .array(constants)]]]
  }

  /// An expression array, or a number, boolean or string alone that is the same for all.
  static func expression(_ options: FeatureExpression.Options) -> Rule {
    Rule(schema(options)) { node, log in
      let list: ConfigurationNode
      switch (node.content, options.expected) {
      case (.array, _): list = node
      // As a literal, so that a constant has one spelling in messages.
      case (.bool, _), (.int, _), (.double, _), (.string, .value): list = node.argument(of: "literal")
      default:
        return log.rejectType(
          node, wanted: "an expression, such as [\">=\", [\"get\", \"mag\"], 4.5]", hint: hint(node))
      }
      return read(list, options, &log)
    }
  }

  /// An expression array that is true or false, or a legacy filter.
  static func filter(allowsZoom: Bool = false) -> Rule {
    Rule(["$ref": "#/$defs/filter"]) { node, log in
      guard case .array = node.content else {
        var hint = hint(node)
        if case .bool(let all) = node.content { hint = all ? "; remove the filter to select all features" : "" }
        return log.rejectType(node, wanted: "a filter, such as [\">=\", [\"get\", \"mag\"], 4.5]", hint: hint)
      }
      return read(node, .filter(allowsZoom: allowsZoom), &log)
    }
  }

  /// The name of a property, or an expression.
  static func propertyOrExpression(_ options: FeatureExpression.Options) -> Rule {
    let expression = expression(options)
    let property = Rule(Rule<String>.string.schema) { node, log in
      guard Rule<String>.string.read(node, &log) != nil else { return nil }
      return expression.read(node.argument(of: "get"), &log)
    }
    return property.or(expression) { if case .string = $0 { false } else { true } }
  }

  private static func read(
    _ node: ConfigurationNode, _ options: FeatureExpression.Options, _ log: inout ProblemLog
  ) -> Reading<FeatureExpression>? {
    guard !node.isDamaged else { return nil }
    do throws(ExpressionError) {
      let expression = try FeatureExpression(node, options: options, computed: log.computed)
      return Reading(expression, canonical: expression.canonicalText)
    } catch {
      log.note(.expression, at: error.position, error.reason)
      return nil
    }
  }

  /// The message about a property's name in the position of an expression.
  private static func hint(_ node: ConfigurationNode) -> String {
    guard case .string(let name) = node.content else { return "" }
    return "; to read a property, write [\"get\", \"\(name)\"]"
  }
}

extension ConfigurationNode {
  /// The operator with the node as its only argument.
  fileprivate func argument(of name: String) -> ConfigurationNode {
    ConfigurationNode(.array([ConfigurationNode(.string(name), at: position), self]), at: position)
  }
}
