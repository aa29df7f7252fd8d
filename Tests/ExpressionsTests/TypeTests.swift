import OvertileCore
import OvertileExpressions
import Testing

/// Types of lists, and errors that are found when an expression is compiled.
@Suite struct TypeTests {
  @Test func outcomes() {
    check(
      #"""
      ["typeof", ["literal", [1, 2]]] | ["typeof", ["literal", [1, 2.5]]] => "array<number, 2>"
      ["typeof", ["literal", ["a"]]] => "array<string, 1>"
      ["typeof", ["literal", [1, "a", null]]] => "array<value, 3>"
      ["typeof", ["literal", []]] => "array<value, 0>"
      ["typeof", ["literal", [[1, 2]]]] => "array<array<number, 2>, 1>"
      ["typeof", ["literal", [[1], [2]]]] => "array<value, 2>"
      ["typeof", ["literal", [{"a": 1}, {"b": 2}]]] => "array<object, 2>"
      ["typeof", ["literal", {"a": 1}]] => "object"
      ["typeof", null] => "null"
      ["typeof", ["get", "depth"]] => "number"
      ["typeof", ["collator", {}]] => rejected unsupported
      ["==", 1, 1, 1] => rejected argumentCount
      // Assertions.
      ["array", "string", ["literal", ["a", "b"]]] | ["array", "string", 2, ["literal", ["a", "b"]]] => ["a","b"]
      ["array", "number", null, ["literal", [1, 2]]] => [1,2]
      ["array", "number", ["literal", []]] => []
      ["array", "number", 2, ["get", "tags"], ["literal", [1, 2]]] => [1,2]
      ["array", "string", ["get", "tags"]] | ["array", ["get", "name"]] => failed typeMismatch
      ["array", "string", 3, ["literal", ["a", "b"]]] => rejected typeMismatch
      ["array", "object", ["get", "tags"]] | ["array", 1, ["get", "tags"]] => rejected syntax
      ["array", "number", -1, ["get", "tags"]] | ["array", "number", 1.5, ["get", "tags"]] => rejected syntax
      ["array", "number", "2", ["get", "tags"]] => rejected syntax
      ["array"] => rejected argumentCount
      // Checks.
      ["match", ["get", "mag"], 9007199254740991, 1, 0] => 0
      ["join", ["slice", ["literal", ["a", "b"]], 1], ","] => "b"
      ["case", ["has", "mag"], 2, ["error", "no"]] => 2
      ["+", ["concat", "a"], 1] | ["==", ["get", "mag"], ["literal", [1]]] => rejected typeMismatch
      ["==", ["get", "mag"], ["literal", {"a": 1}]] | ["upcase", ["length", "abc"]] => rejected typeMismatch
      ["case", ["length", "a"], 1, 2] | ["match", ["length", "abc"], "a", 1, 0] => rejected typeMismatch
      ["+", ["let", "x", "a", ["var", "x"]], 1] | ["max", ["at", 0, ["literal", ["a"]]], 1] => rejected typeMismatch
      ["!", ["get", "tags"]] | ["+", ["let", "x", ["get", "name"], ["var", "x"]], 1] => failed typeMismatch
      ["match", ["get", "mag"], 9007199254740992, 1, 0] => rejected syntax
      ["case", ["has", "missing"], 2, ["error", "no"]] => failed stated
      ["+", ["case", ["has", "mag"], ["error", "no"], 2], 1] => failed stated
      ["case", ["has", "mag"], ["error", "no"], 2] => failed stated
      """#)
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
