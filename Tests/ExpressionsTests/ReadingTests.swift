import OvertileCore
import OvertileExpressions
import Testing

/// How an expression uses the properties that it reads.
@Suite struct ReadingTests {
  private static let get: ExpressionSyntax = ["get", "x"]

  @Test(
    arguments: [
      (["has", "x"], true), (["==", get, nil], true), (["!=", nil, get], true),
      (["coalesce", get, 1], true), (["typeof", get], true), (["to-boolean", get], true), (["number", get, 1], true),
      (["to-number", get, 0], true), (["case", ["has", "x"], [">", get, 1], true], true),
      (["all", [">", get, 1], ["has", "x"]], true), (["match", ["typeof", get], "string", 1, 2], true),
      (get, false), (["number", get], false), (["to-number", get], false), ([">", get, 1], false),
      (["==", ["to-string", get], "a"], false), (["==", get, false], false),
      (["all", ["has", "y"], [">", get, 1]], false),
      (["match", get, "a", 1, 2], false), (["let", "v", 3, ["!=", ["var", "v"], get]], false),
    ] as [(ExpressionSyntax, Bool)])
  func missingPropertiesAreForeseen(syntax: ExpressionSyntax, isForeseen: Bool) throws {
    let expression = try FeatureExpression(syntax)
    #expect(expression.foreseenKeys.contains("x") == isForeseen)
  }

  @Test(
    arguments: [
      (["has", "x"], true), (["!has", "x"], true), (["any", ["!has", "x"], ["==", "x", 3]], true),
      (["==", "x", nil], true), (["==", "x", 3], false), (["none", ["in", "x", 3, 4]], false),
    ] as [(ExpressionSyntax, Bool)])
  func filtersOfTheOldLanguage(syntax: ExpressionSyntax, isForeseen: Bool) throws {
    #expect(try FeatureExpression(filter: syntax).foreseenKeys.contains("x") == isForeseen)
  }
}
