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
      switch (node.content, options.expected) {
      case (.array, _): read(node, options, &log)
      // As a literal, so that a constant has one spelling in messages.
      case (.bool, _), (.int, _), (.double, _), (.string, .value): read(node.argument(of: "literal"), options, &log)
      default: log.rejectType(node, wanted: "an expression, \(example)", hint: hint(node))
      }
    }
  }

  /// An expression array that is true or false, or a legacy filter.
  static func filter(allowsZoom: Bool = false) -> Rule {
    Rule(["$ref": "#/$defs/filter"]) { node, log in
      guard case .array = node.content else {
        return log.rejectType(node, wanted: "a filter, \(example)", hint: hint(node))
      }
      return read(node, .filter(allowsZoom: allowsZoom), &log)
    }
  }

  /// The name of a property, or an expression.
  static func propertyOrExpression(_ options: FeatureExpression.Options) -> Rule {
    Rule<NamedExpression>.property(options).map { $0.value }.spelled(\.canonicalText)
      .or(expression(options)) { if case .string = $0 { false } else { true } }
  }

  private static let example = "such as [\">=\", [\"get\", \"mag\"], 4.5]"

  private static func read(
    _ node: ConfigurationNode, _ options: FeatureExpression.Options, _ log: inout ProblemLog
  ) -> Reading<FeatureExpression>? {
    guard !node.isDamaged else { return nil }
    do throws(ExpressionError) {
      var expression = try FeatureExpression(node, options: options, computed: log.computed)
      expression.role = log.role
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

/// The name of a property, and the expression that reads it.
typealias NamedExpression = (name: Located<String>, value: FeatureExpression)

extension Rule<NamedExpression> {
  /// The name of a property of the source, or of one that the layer computes.
  static func property(_ options: FeatureExpression.Options = .init()) -> Rule {
    let expression = Rule<FeatureExpression>.expression(options)
    return Rule<String>.string.refined { name, node, log in
      expression.read(node.argument(of: "get"), &log).map { (Located(name, at: node.position), $0.value) }
    }
  }
}

extension ConfigurationNode {
  /// The operator with the node as its only argument.
  fileprivate func argument(of name: String) -> ConfigurationNode {
    ConfigurationNode(.array([ConfigurationNode(.string(name), at: position), self]), at: position)
  }
}
