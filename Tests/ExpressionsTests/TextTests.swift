import OvertileCore
import OvertileExpressions
import Testing

/// Strings, conversions, membership.
@Suite struct TextTests {
  @Test(arguments: [
    Row(["concat", ["get", "name"], " ", ["get", "mag"], ["get", "missing"], true], .string("Suva 5.5true")),
    Row(["upcase", "stra\u{DF}e"], .string("STRASSE")),
    Row(["downcase", ["get", "name"]], .string("suva")),
    Row(["upcase", ["get", "mag"]], failed: .typeMismatch),
    Row(["to-string", nil], .string("")),
    Row(["to-string", 1e21], .string("1e+21")),
    Row(["to-string", 1e20], .string("100000000000000000000")),
    Row(["to-string", 0.000001], .string("0.000001")),
    Row(["to-string", 0.0000001], .string("1e-7")),
    Row(["to-string", 1.25e-9], .string("1.25e-9")),
    Row(["to-string", 100.0], .string("100")),
    Row(["to-string", -12.5], .string("-12.5")),
    Row(["to-string", ["get", "info"]], .string(#"{"k":1}"#)),
    Row(["to-boolean", ""], .bool(false)),
    Row(["to-boolean", "false"], .bool(true)),
    Row(["to-boolean", ["get", "zero"]], .bool(false)),
    Row(["to-boolean", nil], .bool(false)),
    Row(["to-boolean", ["get", "tags"]], .bool(true)),
    Row(["typeof", ["get", "tags"]], .string("array<value, 4>")),
  ])
  func strings(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["to-number", ["get", "text"]], .double(12.5)),
    Row(["to-number", " 42\n"], .int(42)),
    Row(["to-number", "-.5e1"], .double(-5)),
    Row(["to-number", "5."], .double(5)),
    Row(["to-number", "0x1F"], .int(31)),
    Row(["to-number", ""], .int(0)),
    Row(["to-number", nil], .int(0)),
    Row(["to-number", true], .int(1)),
    Row(["to-number", "Infinity", 3], rejected: .notFinite),
    Row(["min", ["to-number", "Infinity", 3], 7], .int(7)),
    Row(["to-number", ["literal", ["7"]]], .int(7)),
    Row(["to-number", ["literal", []]], .int(0)),
    Row(["to-number", ["literal", [1, 2]]], rejected: .conversion),
    Row(["to-number", "1_000", 3], .int(3)),
    Row(["to-number", "1e", "0x", "+-1", "e5", ".", 4], .int(4)),
    Row(["to-number", ["get", "name"], ["get", "depth"]], .int(10)),
    Row(["to-number", ["get", "name"]], failed: .conversion),
    Row(["to-number", "abc"], rejected: .conversion),
    Row(["number", ["get", "mag"]], .double(5.5)),
    Row(["number", ["get", "name"], 3], .int(3)),
    Row(["number", ["get", "name"]], failed: .typeMismatch),
    Row(["string", ["get", "name"]], .string("Suva")),
    Row(["boolean", ["get", "missing"], false], .bool(false)),
    Row(["array", ["get", "tags"]], .json(#"["a","b",3,null]"#)),
    Row(["object", ["get", "tags"]], failed: .typeMismatch),
    Row(["number", ["get", "big"]], .uint(.max)),
  ])
  func conversions(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["in", ["get", "name"], ["literal", ["Nadi", "Suva"]]], .bool(true)),
    Row(["in", ["get", "name"], ["literal", ["Nadi", 1]]], .bool(false)),
    Row(["in", ["get", "depth"], ["literal", [1, 10.0]]], .bool(true)),
    Row(["in", "uv", ["get", "name"]], .bool(true)),
    Row(["in", "UV", ["get", "name"]], .bool(false)),
    Row(["in", "", ["get", "name"]], .bool(true)),
    Row(["in", 2, ["get", "text"]], .bool(true)),
    Row(["in", "b", ["get", "tags"]], .bool(true)),
    Row(["in", 3, ["get", "tags"]], .bool(true)),
    Row(["in", nil, ["get", "tags"]], .bool(true)),
    Row(["in", "c", ["get", "tags"]], .bool(false)),
    Row(["in", "c", ["get", "missing"]], .bool(false)),
    Row(["in", "c", ["get", "mag"]], failed: .typeMismatch),
    Row(["in", "c", ["get", "info"]], failed: .typeMismatch),
    Row(["in", "c", 1], rejected: .typeMismatch),
    Row(["in", ["literal", [1]], ["get", "tags"]], rejected: .typeMismatch),
    Row(["in", "a\"\u{1F600}\n", ["literal", ["x", "a\"\u{1F600}\n"]]], .bool(true)),
    Row(["length", "na\u{EF}ve\u{1F600}"], .int(6)),
    Row(["length", ["get", "tags"]], .int(4)),
    Row(["length", ["literal", []]], .int(0)),
    Row(["length", ["get", "mag"]], failed: .typeMismatch),
    Row(["length", 1], rejected: .typeMismatch),
  ])
  func membership(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test func elementsOfPropertiesAreUnescaped() {
    let batch = Sample.batch(["tags": .json(#"["a\u00e9\ud83d\ude00\/\t",[1,"],"],{"x":","},-1.5e3]"#)])
    #expect(Outcome(["in", "a\u{E9}\u{1F600}/\t", ["get", "tags"]], batch) == .value(.bool(true)))
    #expect(Outcome(["in", -1500, ["get", "tags"]], batch) == .value(.bool(true)))
    #expect(Outcome(["length", ["get", "tags"]], batch) == .value(.int(4)))
  }

  @Test(arguments: [
    Row(
      ["downcase", "\u{39F}\u{394}\u{3A5}\u{3A3}\u{3A3}\u{395}\u{3A5}\u{3A3}"],
      .string("\u{3BF}\u{3B4}\u{3C5}\u{3C3}\u{3C3}\u{3B5}\u{3C5}\u{3C2}")),
    Row(["downcase", "\u{3A3}"], .string("\u{3C3}")),
    Row(["upcase", "\u{FB01}"], .string("FI")),
  ])
  func letterCase(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }
}
