import OvertileCore
import OvertileExpressions
import Testing

/// Numbers: operators, functions, curves.
@Suite struct ArithmeticTests {
  @Test func outcomes() {
    check(
      #"""
      ["+", 1, 2, 3] => 6
      ["+"] => 0
      ["+", 1, 2.5] => 3.5
      ["+", 1, 2.0] => 3.0
      ["*", 10, ["get", "mag"]] => 55.0
      ["*", ["get", "depth"], 3] => 30
      ["-", 5] => -5
      ["-", 5, 7] => -2
      ["/", 6, 3] => 2.0
      ["%", 7, 3] => 1
      ["%", -7, 3] => -1
      ["%", 7.5, 2] => 1.5
      ["^", 2, 10] => 1024.0
      ["min", 3, ["get", "zero"], 2] => 0
      ["max", 3, 9.5, 2] => 9.5
      [">", ["min"], 1e300] => true
      ["<", ["sqrt", -1], 1] => false
      ["==", 0, ["/", 1, ["min"]]] => true
      ["min", ["/", ["get", "depth"], ["get", "zero"]], 2] => 2
      ["abs", -3] => 3
      ["abs", -3.5] => 3.5
      ["floor", -1.5] => -2
      ["ceil", -1.5] => -1
      ["round", 1.5] => 2
      ["round", -1.5] => -2
      ["round", 2.4] => 2
      ["round", 1e300] => 1e+300
      ["sqrt", 9] => 3.0
      ["ln", ["e"]] => 1.0
      ["log10", 1000] | ["log2", 8] => 3.0
      ["-"] | ["abs", 1, 2] => rejected argumentCount
      ["/", ["get", "depth"], ["get", "zero"]] | ["%", ["get", "depth"], ["get", "zero"]] => failed notFinite
      ["/", 1, 0] | ["^", -1, 0.5] | ["max"] | ["max", 3, ["sqrt", -1]] | ["^", 1, ["min"]] => rejected notFinite
      ["sqrt", -1] | ["ln", 0] => rejected notFinite
      ["+", "a", 1] => rejected typeMismatch
      ["+", ["get", "name"], 1] | ["+", ["get", "missing"], 1] => failed typeMismatch
      // Curves.
      ["step", ["get", "mag"], "a", 5, "b", 6, "c"] => "b"
      ["step", 4, "a", 5, "b"] => "a"
      ["step", 5, "a", 5, "b"] => "b"
      ["interpolate", ["linear"], ["get", "mag"], 5, 10, 6, 20] => 15.0
      ["interpolate", ["linear"], 4, 5, 10, 6, 20] => 10
      ["interpolate", ["linear"], 7, 5, 10, 6, 20] => 20
      ["interpolate", ["linear"], 5, 5, 10, 6, 20] => 10.0
      ["step", 9, "a"] | ["step", 9, "a", 5] => rejected argumentCount
      ["step", ["/", 0, ["get", "zero"]], "a", 5, "b"] => failed notFinite
      ["step", 9, "a", 5, 1] => rejected typeMismatch
      ["step", 9, "a", 5, "b", 5, "c"] | ["step", 9, "a", ["get", "mag"], "b"] => rejected syntax
      // (2^1 - 1) / (2^2 - 1) of the way.
      ["interpolate", ["exponential", 2], 1, 0, 0, 2, 3] => 1.0
      ["interpolate", ["exponential", 1], 1, 0, 0, 2, 3] => 1.5
      ["interpolate", ["cubic-bezier", 0, 0, 1, 1], 1, 0, 0, 2, 3] => 1.5
      ["interpolate", ["exponential", 0], 1, 0, 0, 2, 3] => 3.0
      ["interpolate", ["linear", 2], 1, 0, 0, 2, 3] => 1.5
      ["interpolate", ["linear"], 1, 0, ["literal", [0, 10]], 2, ["literal", [1, 20]]] => [0.5,15.0]
      ["interpolate", ["linear"], 1, 0, "a", 2, "b"] => rejected typeMismatch
      ["interpolate", ["linear"], 1, 0, ["literal", [0, 10]], 2, ["literal", [1]]] => rejected typeMismatch
      ["interpolate", ["linear"], 1, 0, true, 2, false] => rejected typeMismatch
      ["interpolate", ["cubic-bezier", 0, 0, 1, 2], 1, 0, 0, 2, 3] => rejected syntax
      ["interpolate", ["cubic-bezier", 0, 0, 1], 1, 0, 0, 2, 3] => rejected syntax
      ["interpolate", ["exponential", ["get", "mag"]], 1, 0, 0, 2, 3] => rejected syntax
      ["interpolate", "linear", 1, 0, 0, 2, 3] | ["interpolate", ["linear"], 1, 0, 0, 0, 3] => rejected syntax
      ["interpolate-hcl", ["linear"], 1, 0, "red", 2, "blue"] => rejected unsupported
      ["interpolate", ["linear"], 1, 0] => rejected argumentCount
      """#)
  }

  @Test func curveOverZoom() {
    let curve: ExpressionSyntax = ["interpolate", ["linear"], ["zoom"], 4, 10, 8, 20]
    #expect(Outcome(curve, zoom: 6) == .value(.double(15)))
  }
}
