import OvertileCore
import OvertileExpressions
import Testing

/// Strings, conversions, membership.
@Suite struct TextTests {
  @Test func outcomes() {
    check(
      #"""
      ["concat", ["get", "name"], " ", ["get", "mag"], ["get", "missing"], true] => "Suva 5.5true"
      ["upcase", "stra\u00dfe"] => "STRASSE"
      ["downcase", ["get", "name"]] => "suva"
      ["to-string", null] => ""
      ["to-string", 1e21] => "1e+21"
      ["to-string", 1e20] => "100000000000000000000"
      ["to-string", 0.000001] => "0.000001"
      ["to-string", 0.0000001] => "1e-7"
      ["to-string", 1.25e-9] => "1.25e-9"
      ["to-string", 100.0] => "100"
      ["to-string", -12.5] => "-12.5"
      ["to-string", ["get", "info"]] => "{\"k\":1}"
      ["to-boolean", ""] => false
      ["to-boolean", "false"] => true
      ["to-boolean", ["get", "zero"]] | ["to-boolean", null] => false
      ["to-boolean", ["get", "tags"]] => true
      ["typeof", ["get", "tags"]] => "array<value, 4>"
      ["upcase", ["get", "mag"]] => failed typeMismatch
      // Conversions.
      ["to-number", ["get", "text"]] => 12.5
      ["to-number", " 42\n"] => 42
      ["to-number", "-.5e1"] => -5.0
      ["to-number", "5."] => 5.0
      ["to-number", "0x1F"] => 31
      ["to-number", ""] | ["to-number", null] => 0
      ["to-number", true] => 1
      ["min", ["to-number", "Infinity", 3], 7] | ["to-number", ["literal", ["7"]]] => 7
      ["to-number", ["literal", []]] => 0
      ["to-number", "1_000", 3] => 3
      ["to-number", "1e", "0x", "+-1", "e5", ".", 4] => 4
      ["to-number", ["get", "name"], ["get", "depth"]] => 10
      ["number", ["get", "mag"]] => 5.5
      ["number", ["get", "name"], 3] => 3
      ["string", ["get", "name"]] => "Suva"
      ["boolean", ["get", "missing"], false] => false
      ["array", ["get", "tags"]] => ["a","b",3,null]
      ["number", ["get", "big"]] => 18446744073709551615
      ["to-number", "Infinity", 3] => rejected notFinite
      ["to-number", ["literal", [1, 2]]] | ["to-number", "abc"] => rejected conversion
      ["to-number", ["get", "name"]] => failed conversion
      ["number", ["get", "name"]] | ["object", ["get", "tags"]] => failed typeMismatch
      // Membership.
      ["in", ["get", "name"], ["literal", ["Nadi", "Suva"]]] => true
      ["in", ["get", "name"], ["literal", ["Nadi", 1]]] => false
      ["in", ["get", "depth"], ["literal", [1, 10.0]]] | ["in", "uv", ["get", "name"]] => true
      ["in", "UV", ["get", "name"]] => false
      ["in", "", ["get", "name"]] | ["in", 2, ["get", "text"]] | ["in", "b", ["get", "tags"]] => true
      ["in", 3, ["get", "tags"]] | ["in", null, ["get", "tags"]] => true
      ["in", "c", ["get", "tags"]] | ["in", "c", ["get", "missing"]] => false
      ["in", "a\"\ud83d\ude00\n", ["literal", ["x", "a\"\ud83d\ude00\n"]]] => true
      ["length", "na\u00efve\ud83d\ude00"] => 6
      ["length", ["get", "tags"]] => 4
      ["length", ["literal", []]] => 0
      ["in", "c", ["get", "mag"]] | ["in", "c", ["get", "info"]] | ["length", ["get", "mag"]] => failed typeMismatch
      ["in", "c", 1] | ["in", ["literal", [1]], ["get", "tags"]] | ["length", 1] => rejected typeMismatch
      """#)
  }

  @Test func elementsOfPropertiesAreUnescaped() {
    let batch = Sample.batch(["tags": .json(#"["a\u00e9\ud83d\ude00\/\t",[1,"],"],{"x":","},-1.5e3]"#)])
    #expect(Outcome(["in", "a\u{E9}\u{1F600}/\t", ["get", "tags"]], batch) == .value(.bool(true)))
    #expect(Outcome(["in", -1500, ["get", "tags"]], batch) == .value(.bool(true)))
    #expect(Outcome(["length", ["get", "tags"]], batch) == .value(.int(4)))
  }

  @Test func letterCase() {
    check(
      #"""
      ["downcase", "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3"] => "οδυσσευς"
      ["downcase", "\u03a3"] => "σ"
      ["upcase", "\ufb01"] => "FI"
      """#)
  }
}
