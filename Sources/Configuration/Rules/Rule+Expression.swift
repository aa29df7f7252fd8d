import Expressions

extension Rule<FeatureExpression> {
  /// The JSON Schema of an expression, referred to by all others.
  static let expressionDefinition: SchemaNode = [
    "description": "A MapLibre expression: an operator's name and its arguments.",
    "type": "array",
    "minItems": 1,
    "prefixItems": [["enum": .array(FeatureExpression.operatorNames.map(SchemaNode.string))]],
  ]

  private static let reference: SchemaNode = ["$ref": "#/$defs/expression"]

  /// An expression array.
  static func expression(_ options: FeatureExpression.Options) -> Rule {
    Rule(reference) { node, log in
      guard case .list = node.content else {
        var hint = ""
        if case .string(let name) = node.content { hint = "; a property is [\"get\", \"\(name)\"]" }
        log.noteType(node, wanted: "an expression, such as [\">=\", [\"get\", \"mag\"], 4.5]", hint: hint)
        return nil
      }
      guard !node.isDamaged else { return nil }
      do throws(ExpressionError) {
        let expression = try FeatureExpression(node.syntax, options: options)
        return Reading(expression, canonical: expression.canonicalText)
      } catch {
        log.note(.expression, at: error.position, error.reason)
        return nil
      }
    }
  }

  /// An expression array, or a number or boolean that is the same for all.
  static func expressionOrConstant(_ options: FeatureExpression.Options) -> Rule {
    let expression = expression(options)
    return Rule(["anyOf": [reference, ["type": ["number", "boolean"]]]]) { node, log in
      switch node.content {
      case .bool, .int, .double:
        let list: [ConfigurationNode] = [.init(.string("literal"), at: node.position), node]
        return expression.read(ConfigurationNode(.list(list), at: node.position), &log)
      default: return expression.read(node, &log)
      }
    }
  }

  /// The name of a property, or an expression array.
  static func propertyOrExpression(_ options: FeatureExpression.Options) -> Rule {
    let expression = expression(options)
    return Rule(["anyOf": [Rule<String>.string.schema, reference]]) { node, log in
      guard case .string = node.content else { return expression.read(node, &log) }
      guard Rule<String>.string.read(node, &log) != nil else { return nil }
      let list: [ConfigurationNode] = [.init(.string("get"), at: node.position), node]
      return expression.read(ConfigurationNode(.list(list), at: node.position), &log)
    }
  }
}
