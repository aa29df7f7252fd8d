import OvertileExpressions

extension PipelineConfiguration {
  /// The JSON Schema (draft 2020-12) of configuration files, for editors: made from the same description that the decoder
  /// reads by. The same text every time, with sorted keys and a newline at the end.
  ///
  /// It accepts every file that the decoder accepts. The decoder is stricter where a schema cannot express it: limits
  /// of numbers with units, names that refer to each other, and the inside of expressions.
  package static func jsonSchema() -> String {
    let schema = PipelineConfiguration.rule.schema.adding([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Overtile pipeline",
      "description": "What an Overtile bundle consists of: sources, layers and the output.",
      "$defs": [
        "expression": Rule<FeatureExpression>.expressionDefinition,
        "filter": Rule<FeatureExpression>.filterDefinition,
      ],
    ])
    return String(decoding: schema.lines, as: UTF8.self)
  }
}
