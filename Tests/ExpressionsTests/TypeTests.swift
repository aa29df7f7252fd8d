import OvertileCore
import OvertileExpressions
import Testing

/// Types of lists, and errors that are found when an expression is compiled.
@Suite struct TypeTests {
  @Test(arguments: [
    Row(["typeof", ["literal", [1, 2]]], .string("array<number, 2>")),
    Row(["typeof", ["literal", [1, 2.5]]], .string("array<number, 2>")),
    Row(["typeof", ["literal", ["a"]]], .string("array<string, 1>")),
    Row(["typeof", ["literal", [1, "a", nil]]], .string("array<value, 3>")),
    Row(["typeof", ["literal", []]], .string("array<value, 0>")),
    Row(["typeof", ["literal", [[1, 2]]]], .string("array<array<number, 2>, 1>")),
    Row(["typeof", ["literal", [[1], [2]]]], .string("array<value, 2>")),
    Row(["typeof", ["literal", [["a": 1], ["b": 2]]]], .string("array<object, 2>")),
    Row(["typeof", ["literal", ["a": 1]]], .string("object")),
    Row(["typeof", nil], .string("null")),
    Row(["typeof", ["get", "depth"]], .string("number")),
    Row(["typeof", ["collator", [:]]], rejected: .unsupported), Row(["==", 1, 1, 1], rejected: .argumentCount),
  ])
  func names(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["array", ["get", "tags"]], .json(#"["a","b",3,null]"#)),
    Row(["array", "string", ["get", "tags"]], failed: .typeMismatch),
    Row(["array", "string", ["literal", ["a", "b"]]], .json(#"["a","b"]"#)),
    Row(["array", "string", 2, ["literal", ["a", "b"]]], .json(#"["a","b"]"#)),
    Row(["array", "string", 3, ["literal", ["a", "b"]]], rejected: .typeMismatch),
    Row(["array", "number", nil, ["literal", [1, 2]]], .json("[1,2]")),
    Row(["array", "number", ["literal", []]], .json("[]")),
    Row(["array", "number", 2, ["get", "tags"], ["literal", [1, 2]]], .json("[1,2]")),
    Row(["array", "object", ["get", "tags"]], rejected: .syntax),
    Row(["array", 1, ["get", "tags"]], rejected: .syntax),
    Row(["array", "number", -1, ["get", "tags"]], rejected: .syntax),
    Row(["array", "number", 1.5, ["get", "tags"]], rejected: .syntax),
    Row(["array", "number", "2", ["get", "tags"]], rejected: .syntax),
    Row(["array"], rejected: .argumentCount),
    Row(["array", ["get", "name"]], failed: .typeMismatch),
  ])
  func assertions(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["+", "a", 1], rejected: .typeMismatch),
    Row(["+", ["concat", "a"], 1], rejected: .typeMismatch),
    Row(["==", ["get", "mag"], ["literal", [1]]], rejected: .typeMismatch),
    Row(["==", ["get", "mag"], ["literal", ["a": 1]]], rejected: .typeMismatch),
    Row(["upcase", ["length", "abc"]], rejected: .typeMismatch),
    Row(["!", ["get", "tags"]], failed: .typeMismatch),
    Row(["case", ["length", "a"], 1, 2], rejected: .typeMismatch),
    Row(["match", ["length", "abc"], "a", 1, 0], rejected: .typeMismatch),
    Row(["match", ["get", "mag"], 9_007_199_254_740_991, 1, 0], .int(0)),
    Row(["match", ["get", "mag"], 9_007_199_254_740_992, 1, 0], rejected: .syntax),
    Row(["+", ["let", "x", ["get", "name"], ["var", "x"]], 1], failed: .typeMismatch),
    Row(["+", ["let", "x", "a", ["var", "x"]], 1], rejected: .typeMismatch),
    Row(["join", ["slice", ["literal", ["a", "b"]], 1], ","], .string("b")),
    Row(["max", ["at", 0, ["literal", ["a"]]], 1], rejected: .typeMismatch),
    Row(["case", ["has", "mag"], 2, ["error", "no"]], .int(2)),
    Row(["case", ["has", "missing"], 2, ["error", "no"]], failed: .stated),
    Row(["+", ["case", ["has", "mag"], ["error", "no"], 2], 1], failed: .stated),
    Row(["case", ["has", "mag"], ["error", "no"], 2], failed: .stated),
  ])
  func checks(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test func typesAreNamedInErrors() {
    let error = #expect(throws: ExpressionError.self) {
      try FeatureExpression(["array", "string", 3, ["literal", ["a", "b"]]])
    }
    #expect(error?.reason == "\"array\": expected array<string, 3>, found array<string, 2>")
  }

  @Test func expectedListsAreAsserted() throws {
    let two = FeatureExpression.Options(expected: .array(of: .number, count: 2))
    #expect(Outcome(["literal", [1, 2]], options: two) == .value(.json("[1,2]")))
    #expect(Outcome(["literal", [1, 2, 3]], options: two) == .rejected(.typeMismatch))
    #expect(Outcome(["get", "tags"], options: two) == .failed(.typeMismatch))
    #expect(
      Outcome(["case", ["has", "mag"], ["literal", [1, 2]], ["get", "tags"]], options: two) == .value(.json("[1,2]")))
    let strings = FeatureExpression.Options(expected: .array(of: .string, count: nil))
    #expect(Outcome(["literal", []], options: strings) == .value(.json("[]")))
    #expect(try FeatureExpression(["literal", []], options: strings).resultType.name == "array<string>")
  }
}
