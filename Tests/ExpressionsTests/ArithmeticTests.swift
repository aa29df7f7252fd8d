import OvertileCore
import OvertileExpressions
import Testing

/// Numbers: operators, functions, curves.
@Suite struct ArithmeticTests {
  @Test(arguments: [
    Row(["+", 1, 2, 3], .int(6)),
    Row(["+"], .int(0)),
    Row(["+", 1, 2.5], .double(3.5)),
    Row(["+", 1, 2.0], .double(3)),
    Row(["*", 10, ["get", "mag"]], .double(55)),
    Row(["*", ["get", "depth"], 3], .int(30)),
    Row(["-", 5], .int(-5)),
    Row(["-", 5, 7], .int(-2)),
    Row(["-"], rejected: .argumentCount),
    Row(["/", 6, 3], .double(2)),
    Row(["/", ["get", "depth"], ["get", "zero"]], failed: .notFinite),
    Row(["/", 1, 0], rejected: .notFinite),
    Row(["%", 7, 3], .int(1)),
    Row(["%", -7, 3], .int(-1)),
    Row(["%", 7.5, 2], .double(1.5)),
    Row(["%", ["get", "depth"], ["get", "zero"]], failed: .notFinite),
    Row(["^", 2, 10], .double(1024)),
    Row(["^", -1, 0.5], rejected: .notFinite),
    Row(["min", 3, ["get", "zero"], 2], .int(0)),
    Row(["max", 3, 9.5, 2], .double(9.5)),
    Row(["max"], rejected: .notFinite),
    Row([">", ["min"], 1e300], .bool(true)),
    Row(["max", 3, ["sqrt", -1]], rejected: .notFinite),
    Row(["<", ["sqrt", -1], 1], .bool(false)),
    Row(["==", 0, ["/", 1, ["min"]]], .bool(true)),
    Row(["min", ["/", ["get", "depth"], ["get", "zero"]], 2], .int(2)),
    Row(["^", 1, ["min"]], rejected: .notFinite),
    Row(["+", "a", 1], rejected: .typeMismatch),
    Row(["+", ["get", "name"], 1], failed: .typeMismatch),
    Row(["+", ["get", "missing"], 1], failed: .typeMismatch),
    Row(["abs", -3], .int(3)),
    Row(["abs", -3.5], .double(3.5)),
    Row(["floor", -1.5], .int(-2)),
    Row(["ceil", -1.5], .int(-1)),
    Row(["round", 1.5], .int(2)),
    Row(["round", -1.5], .int(-2)),
    Row(["round", 2.4], .int(2)),
    Row(["round", 1e300], .double(1e300)),
    Row(["sqrt", 9], .double(3)),
    Row(["sqrt", -1], rejected: .notFinite),
    Row(["ln", ["e"]], .double(1)),
    Row(["ln", 0], rejected: .notFinite),
    Row(["log10", 1000], .double(3)),
    Row(["log2", 8], .double(3)),
    Row(["abs", 1, 2], rejected: .argumentCount),
  ])
  func arithmetic(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["step", ["get", "mag"], "a", 5, "b", 6, "c"], .string("b")),
    Row(["step", 4, "a", 5, "b"], .string("a")),
    Row(["step", 5, "a", 5, "b"], .string("b")),
    Row(["step", 9, "a"], rejected: .argumentCount),
    Row(["step", ["/", 0, ["get", "zero"]], "a", 5, "b"], failed: .notFinite),
    Row(["step", 9, "a", 5, 1], rejected: .typeMismatch),
    Row(["step", 9, "a", 5, "b", 5, "c"], rejected: .syntax),
    Row(["step", 9, "a", ["get", "mag"], "b"], rejected: .syntax),
    Row(["step", 9, "a", 5], rejected: .argumentCount),
    Row(["interpolate", ["linear"], ["get", "mag"], 5, 10, 6, 20], .double(15)),
    Row(["interpolate", ["linear"], 4, 5, 10, 6, 20], .int(10)),
    Row(["interpolate", ["linear"], 7, 5, 10, 6, 20], .int(20)),
    Row(["interpolate", ["linear"], 5, 5, 10, 6, 20], .double(10)),
    // (2^1 - 1) / (2^2 - 1) of the way.
    Row(["interpolate", ["exponential", 2], 1, 0, 0, 2, 3], .double(1)),
    Row(["interpolate", ["exponential", 1], 1, 0, 0, 2, 3], .double(1.5)),
    Row(["interpolate", ["linear"], 1, 0, "a", 2, "b"], rejected: .typeMismatch),
    Row(["interpolate", ["cubic-bezier", 0, 0, 1, 1], 1, 0, 0, 2, 3], .double(1.5)),
    Row(["interpolate", ["cubic-bezier", 0, 0, 1, 2], 1, 0, 0, 2, 3], rejected: .syntax),
    Row(["interpolate", ["cubic-bezier", 0, 0, 1], 1, 0, 0, 2, 3], rejected: .syntax),
    Row(["interpolate", ["exponential", 0], 1, 0, 0, 2, 3], .double(3)),
    Row(["interpolate", ["exponential", ["get", "mag"]], 1, 0, 0, 2, 3], rejected: .syntax),
    Row(["interpolate", ["linear", 2], 1, 0, 0, 2, 3], .double(1.5)),
    Row(
      ["interpolate", ["linear"], 1, 0, ["literal", [0, 10]], 2, ["literal", [1, 20]]], .json("[0.5,15.0]")),
    Row(
      ["interpolate", ["linear"], 1, 0, ["literal", [0, 10]], 2, ["literal", [1]]], rejected: .typeMismatch),
    Row(["interpolate", ["linear"], 1, 0, true, 2, false], rejected: .typeMismatch),
    Row(["interpolate-hcl", ["linear"], 1, 0, "red", 2, "blue"], rejected: .unsupported),
    Row(["interpolate", "linear", 1, 0, 0, 2, 3], rejected: .syntax),
    Row(["interpolate", ["linear"], 1, 0, 0, 0, 3], rejected: .syntax),
    Row(["interpolate", ["linear"], 1, 0], rejected: .argumentCount),
  ])
  func curves(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test func curveOverZoom() {
    let curve: ExpressionSyntax = ["interpolate", ["linear"], ["zoom"], 4, 10, 8, 20]
    #expect(Outcome(curve, zoom: 6) == .value(.double(15)))
  }
}
