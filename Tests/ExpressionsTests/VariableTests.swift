import OvertileCore
import OvertileExpressions
import Testing

/// `let` and `var`, and the limits on the cost of an evaluation.
@Suite struct VariableTests {
  @Test func variables() {
    check(
      #"""
      ["let", "a", 1, ["+", ["var", "a"], ["var", "a"]]] => 2
      ["let", "a", ["get", "mag"], "b", 2, ["*", ["var", "a"], ["var", "b"]]] => 11.0
      // Inner names hide outer ones, and only inside.
      ["let", "a", 1, ["+", ["let", "a", 10, ["var", "a"]], ["var", "a"]]] => 11
      // Values do not see each other.
      ["let", "a", 1, ["let", "b", ["var", "a"], ["var", "b"]]] => 1
      ["let", "a", 1, "b", ["var", "a"], ["var", "b"]] => rejected syntax
      // A value that is not needed is not evaluated.
      ["let", "a", ["number", ["get", "name"]], ["case", ["has", "missing"], ["var", "a"], 2]] => 2
      ["let", "a", ["get", "tags"], ["at", 0, ["var", "a"]]] => "a"
      ["==", ["let", "a", ["get", "name"], ["var", "a"]], "Suva"] => true
      ["let", "a", ["number", ["get", "name"]], ["var", "a"]] => failed typeMismatch
      ["var", "a"] | ["let", "a", 1, ["var", "b"]] | ["let", "a b", 1, ["var", "a b"]] => rejected syntax
      ["let", 1, 1, 1] | ["var", ["get", "name"]] => rejected syntax
      ["let", "a", 1] | ["let", "a", 1, "b", 2] => rejected argumentCount
      """#)
  }

  @Test func aVariableIsEvaluatedOnce() throws {
    // 2^30 evaluations without that.
    var syntax: ExpressionSyntax = ["var", "v30"]
    for level in (1...30).reversed() {
      let before: ExpressionSyntax = level == 1 ? ["get", "depth"] : ["var", .init(stringLiteral: "v\(level - 1)")]
      syntax = ["let", .init(stringLiteral: "v\(level)"), ["+", before, before], syntax]
    }
    guard case .value(let value) = Outcome(syntax) else {
      Issue.record("\(Outcome(syntax))")
      return
    }
    #expect(value.number == 10 * 0x1p30)
  }

  /// Nesting counts through variables: the stack is as deep.
  @Test func nestingThroughVariablesIsBounded() {
    var syntax: ExpressionSyntax = ["var", "v30"]
    for level in (1...30).reversed() {
      var value: ExpressionSyntax = level == 1 ? ["get", "depth"] : ["var", .init(stringLiteral: "v\(level - 1)")]
      for _ in 0..<10 { value = ["abs", value] }
      syntax = ["let", .init(stringLiteral: "v\(level)"), value, syntax]
    }
    #expect(Outcome(syntax) == .rejected(.syntax))
  }

  @Test(arguments: [["get", "name"] as ExpressionSyntax, "Suva"])
  func doublingATextEnds(_ start: ExpressionSyntax) {
    var syntax: ExpressionSyntax = ["length", ["var", "v24"]]
    for level in (1...24).reversed() {
      let before: ExpressionSyntax = level == 1 ? start : ["var", .init(stringLiteral: "v\(level - 1)")]
      syntax = ["let", .init(stringLiteral: "v\(level)"), ["concat", before, before], syntax]
    }
    let outcome = Outcome(syntax)
    #expect(outcome == .failed(.limit) || outcome == .rejected(.limit))
  }

  @Test func joiningManyWithMuchEnds() {
    let batch = Sample.batch(["text": .string(String(repeating: "ab", count: 50_000))])
    let syntax: ExpressionSyntax = ["length", ["join", ["split", ["get", "text"], ""], ["get", "text"]]]
    #expect(Outcome(syntax, batch) == .failed(.limit))
  }

  /// A search needs time in proportion to both texts, not to their product: 25 million times as much otherwise.
  @Test func searchingIsLinear() {
    let batch = Sample.batch([
      "hay": .string(String(repeating: "a", count: 5_000_000)),
      "needle": .string(String(repeating: "a", count: 2_500_000) + "b"),
    ])
    #expect(Outcome(["in", ["get", "needle"], ["get", "hay"]], batch) == .value(.bool(false)))
    #expect(Outcome(["index-of", "b", ["concat", ["get", "hay"], "b"]], batch) == .value(.int(5_000_000)))
  }
}
