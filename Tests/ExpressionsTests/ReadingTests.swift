import OvertileExpressions
import OvertileFeatures
import Testing

/// How an expression uses the properties that it reads.
@Suite struct ReadingTests {
  private static let get: ExpressionSyntax = ["get", "x"]

  @Test(
    arguments: [
      (["has", "x"], true), (["==", get, nil], true), (["!=", nil, get], true), (["==", ["literal", nil], get], true),
      (["coalesce", get, 1], true), (["typeof", get], true), (["to-boolean", get], true), (["number", get, 1], true),
      (["to-number", get, 0], true), (["==", ["to-string", get], ""], true), (["==", "", ["to-string", get]], true),
      (["let", "v", get, ["!=", ["var", "v"], nil]], true), (["case", ["has", "x"], [">", get, 1], true], true),
      (["all", [">", get, 1], ["has", "x"]], true), (["match", ["typeof", get], "string", 1, 2], true),
      (get, false), (["number", get], false), (["to-number", get], false), ([">", get, 1], false),
      (["==", ["to-string", get], "a"], false), (["==", get, false], false),
      (["all", ["has", "y"], [">", get, 1]], false),
      (["match", get, "a", 1, 2], false), (["let", "v", 3, ["!=", ["var", "v"], get]], false),
    ] as [(ExpressionSyntax, Bool)])
  func missingPropertiesAreForeseen(syntax: ExpressionSyntax, isForeseen: Bool) throws {
    let expression = try FeatureExpression(syntax)
    let readings = expression.readings.filter { $0.key == "x" }
    #expect(!readings.isEmpty && readings.allSatisfy { $0.isForeseen == isForeseen })
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

  @Test(
    arguments: [
      (["==", get, "5"], ["5"], #"["==",["get","x"],5]"#), (["<", "1.5", get], ["1.5"], #"["<",1.5,["get","x"]]"#),
      (["in", get, ["literal", ["1", "a"]]], ["1", "a"], nil),
      (["in", get, ["literal", ["1", "2"]]], ["1", "2"], #"["in",["get","x"],["literal",[1,2]]]"#),
      (
        ["match", get, ["1", "2"], true, "3", true, false], ["1", "2", "3"],
        #"["match",["get","x"],[1,2],true,3,true,false]"#
      ),
      ([">", ["string", get], "7"], ["7"], #"[">",["string",["get","x"]],7]"#), (["==", get, " "], [" "], nil),
      ([">", get, ["get", "y"]], [], nil), (["in", "x", "5", "6"], ["5", "6"], #"["in","x",5,6]"#),
    ] as [(ExpressionSyntax, [String], String?)])
  func comparisonsHaveTheirValues(syntax: ExpressionSyntax, values: [String], numbers: String?) throws {
    let expression = try FeatureExpression(filter: syntax)
    let comparison = try #require(expression.readings.first { $0.key == "x" }?.comparison)
    #expect(comparison.values == values.map(PropertyValue.string))
    #expect(comparison.text { $0.numberOfText } == numbers)
    #expect(comparison.text == expression.canonicalText && expression.comparison(at: comparison.position) == comparison)
  }

  @Test func aPropertyThatNamesAnother() throws {
    let readings = try FeatureExpression(["==", ["get", Self.get], "a"]).readings
    #expect(readings.map(\.key) == ["x"] && readings.map(\.lookup) == [#"["get",["get","x"]]"#])
    #expect(try FeatureExpression(["literal", ["get", "x"]]).readings.isEmpty)
  }
}
