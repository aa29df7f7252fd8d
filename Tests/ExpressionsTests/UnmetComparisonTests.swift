import OvertileExpressions
import Testing

/// Comparisons that no feature meets, and texts in the positions of values.
@Suite struct UnmetComparisonTests {
  private static let get: ExpressionSyntax = ["get", "a"]

  @Test(
    arguments: [
      (["==", ["upcase", get], "x"], "never holds"), (["!=", "X", ["downcase", get]], "always holds"),
      (["in", ["geometry-type"], ["literal", ["MultiPoint"]]], "never holds"),
      (["match", ["typeof", get], ["int", "text"], true, false], "matches none of its labels"),
      (["any", ["==", ["geometry-type"], "point"], ["has", "a"]], "never holds"),
    ] as [(ExpressionSyntax, String)])
  func found(syntax: ExpressionSyntax, outcome: String) throws {
    let unmet = try FeatureExpression(filter: syntax).unmetComparisons
    #expect(unmet.map(\.outcome) == [outcome])
  }

  @Test(
    arguments: [
      ["==", ["upcase", get], "É1"], ["==", ["typeof", get], "array<number, 2>"],
      ["match", ["geometry-type"], ["Point", "MultiPoint"], true, false], ["==", ["geometry-type"], get],
      ["in", get, ["literal", ["=="]]], ["in", ["geometry-type"], ["literal", []]],
    ] as [ExpressionSyntax])
  func notFound(syntax: ExpressionSyntax) throws {
    #expect(try FeatureExpression(filter: syntax).unmetComparisons == [])
  }

  @Test(
    arguments: [
      (["upcase", "a"], ["a"]), (["concat", "a", ["get", "b"]], []),
      (["concat", ["upcase", "a"], ["get", "b"]], ["a"]),
      (["literal", "a"], []), (["match", get, "b", "c", "d"], []), (get, []),
    ] as [(ExpressionSyntax, [String])])
  func textsInPlaceOfValues(syntax: ExpressionSyntax, texts: [String]) throws {
    #expect(try FeatureExpression(syntax).constantTexts.map(\.text) == texts)
  }

  @Test func aTextAlone() throws {
    var options = FeatureExpression.Options()
    #expect(try FeatureExpression(["literal", "a"], options: options).constantTexts == [])
    options.isAlone = true
    #expect(try FeatureExpression(["literal", "a"], options: options).constantTexts.map(\.text) == ["a"])
  }
}
