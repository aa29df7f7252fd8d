import OvertileCore
import OvertileExpressions
import Testing

/// Errors say where and why.
@Suite struct ErrorTests {
  private func at(_ line: Int, _ column: Int, _ content: ExpressionSyntax.Content) -> ExpressionSyntax {
    ExpressionSyntax(content, at: SourcePosition(line: line, column: column))
  }

  @Test func positionIsThatOfTheWrongNode() throws {
    let sum = at(2, 9, .array([at(2, 10, .string("+")), at(2, 15, .string("a")), at(2, 20, .int(1))]))
    let tree = at(1, 1, .array([at(1, 2, .string(">")), sum, at(3, 5, .int(5))]))
    let error = #expect(throws: ExpressionError.self) { try FeatureExpression(tree) }
    #expect(error?.position == SourcePosition(line: 2, column: 15) && error?.operatorName == "+")
    #expect(error?.description == "2:15: \"+\": expected number, found string")
  }

  @Test func evaluationErrorsNameTheOperand() throws {
    let get = at(4, 6, .array([at(4, 7, .string("get")), at(4, 12, .string("name"))]))
    let expression = try FeatureExpression(at(4, 1, .array([at(4, 2, .string("abs")), get])))
    let error = #expect(throws: ExpressionError.self) { try expression.bound(to: Sample.batch).value(ofFeature: 0) }
    #expect(error?.description == "4:6: \"abs\": expected number, found string")
  }

  @Test(arguments: [("gt", nil), ("coalese", "coalesce"), ("interpolat", "interpolate"), ("Get", "get")])
  func unknownOperatorsAreSuggested(name: String, nearest: String?) {
    let syntax = at(1, 1, .array([at(1, 2, .string(name)), at(1, 9, .int(1))]))
    let error = #expect(throws: ExpressionError.self) { try FeatureExpression(syntax) }
    #expect(error?.position == SourcePosition(line: 1, column: 2))
    let suggestion = nearest.map { ", did you mean \"\($0)\"?" }
    #expect(error?.reason.hasSuffix(suggestion ?? "\"\(name)\"") == true || nearest == nil)
  }

  @Test func expectedTypesAreAsserted() throws {
    let filter = FeatureExpression.Options(expected: .boolean)
    #expect(Outcome(["get", "felt"], options: filter) == .value(.bool(true)))
    #expect(Outcome(["get", "mag"], options: filter) == .failed(.typeMismatch))
    #expect(Outcome(["+", 1, ["get", "mag"]], options: filter) == .rejected(.typeMismatch))
    #expect(Outcome(5, options: filter) == .rejected(.typeMismatch))
    let number = try FeatureExpression(["get", "mag"]).bound(to: Sample.batch)
    #expect(try number.number(ofFeature: 0) == 5.5)
    #expect(throws: ExpressionError.self) { try number.boolean(ofFeature: 0) }
  }

  @Test func nestingIsBounded() {
    var syntax: ExpressionSyntax = 1
    for _ in 0..<5000 { syntax = ["abs", syntax] }
    #expect(Outcome(syntax) == .rejected(.syntax))
  }
}
