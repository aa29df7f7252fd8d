import OvertileCore
import OvertileExpressions
import Testing

/// Lists, strings as lists, and objects.
@Suite struct ListTests {
  @Test(arguments: [
    Row(["at", 1, ["literal", ["a", "b"]]], .string("b")),
    Row(["at", 2, ["get", "tags"]], .int(3)),
    Row(["+", ["at", 2, ["literal", [1, 2, 3]]], 1], .int(4)),
    Row(["+", ["at", 2, ["get", "tags"]], 1], failed: .typeMismatch),
    Row(["at", -1, ["get", "tags"]], failed: .outOfRange),
    Row(["at", 4, ["get", "tags"]], failed: .outOfRange),
    Row(["at", 0.5, ["get", "tags"]], failed: .outOfRange),
    Row(["at", 3, ["literal", [1, 2, 3]]], rejected: .outOfRange),
    Row(["at", 0, ["get", "name"]], failed: .typeMismatch),
    Row(["at", 0, "name"], rejected: .typeMismatch),
    Row(["at", 0], rejected: .argumentCount),
    Row(["slice", ["get", "tags"], 1], .json(#"["b",3,null]"#)),
    Row(["slice", ["get", "tags"], -2, -1], .json("[3]")),
    Row(["slice", ["get", "tags"], 2, 1], .json("[]")),
    Row(["slice", "0123456789", 4], .string("456789")),
    Row(["slice", "0123456789", -3, 9], .string("78")),
    Row(["slice", "a\u{1F600}b\u{1F600}c", 1, 3], .string("\u{1F600}b")),
    Row(["slice", ["get", "mag"], 0], failed: .typeMismatch),
    Row(["slice", true, 0], rejected: .typeMismatch),
    Row(["slice", "abc", "1"], rejected: .typeMismatch),
    Row(["split", "a,b,,c", ","], .json(#"["a","b","","c"]"#)),
    Row(["split", "", ","], .json(#"[""]"#)),
    Row(["split", "", ""], .json("[]")),
    Row(["split", "a\u{1F600}", ""], .json("[\"a\",\"\u{1F600}\"]")),
    Row(["split", "aaa", "aa"], .json(#"["","a"]"#)),
    Row(["split", 1, ","], rejected: .typeMismatch),
    Row(["join", ["literal", ["a", "b"]], ", "], .string("a, b")),
    Row(["join", ["literal", []], ", "], .string("")),
    Row(["join", ["split", ["get", "name"], "u"], "o"], .string("Sova")),
    Row(["join", ["literal", [1, 2]], ", "], rejected: .typeMismatch),
    Row(["join", ["get", "tags"], ", "], failed: .typeMismatch),
    Row(["semiliteral", [["+", 1, 2], ["concat", "x", "y"]]], .json(#"[3,"xy"]"#)),
    Row(["semiliteral", ["a": ["get", "mag"], "b": "c"]], .json(#"{"a":5.5,"b":"c"}"#)),
    Row(["semiliteral", [["get", "mag"], ["unknown"]]], rejected: .unknownOperator),
    Row(["typeof", ["semiliteral", [["+", 1, 2], ["length", "x"]]]], .string("array<number, 2>")),
  ])
  func lists(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["in", "", ""], .bool(false)),
    Row(["in", "a", 0], .bool(false)),
    Row(["in", "a", false], .bool(false)),
    Row(["in", ["get", "info"], ["get", "empty"]], .bool(false)),
    Row(["in", ["get", "info"], ["get", "tags"]], failed: .typeMismatch),
    Row(["in", ["get", "info"], ["get", "name"]], failed: .typeMismatch),
    Row(["in", nil, "is null"], .bool(true)),
    Row(["in", true, "falsetrue"], .bool(true)),
    Row(["index-of", "b", ["get", "tags"]], .int(1)),
    Row(["index-of", nil, ["get", "tags"]], .int(3)),
    Row(["index-of", "z", ["get", "tags"]], .int(-1)),
    Row(["index-of", 3.0, ["get", "tags"]], .int(2)),
    Row(["index-of", 2, ["literal", [0, 1, 2, 0, 1, 2]], -1], .int(5)),
    Row(["index-of", 2, ["literal", [0, 1, 2, 0, 1, 2]], 3], .int(5)),
    Row(["index-of", "c", "abcabc", -1], .int(2)),
    Row(["index-of", "c", "abcabc", 3], .int(5)),
    Row(["index-of", "", "abc", 9], .int(3)),
    Row(["index-of", "b", "\u{1F600}b"], .int(1)),
    Row(["index-of", "b", "b\u{1F600}b", 3], .int(2)),
    Row(["index-of", ["get", "info"], ["get", "tags"]], failed: .typeMismatch),
    Row(["index-of", "a", ["get", "missing"]], failed: .typeMismatch),
    Row(["index-of", ["literal", [1]], ["get", "tags"]], rejected: .typeMismatch),
    Row(["index-of", "a"], rejected: .argumentCount),
  ])
  func search(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["get", "k", ["get", "info"]], .int(1)),
    Row(["get", "missing", ["get", "info"]], .null),
    Row(["has", "k", ["get", "info"]], .bool(true)),
    Row(["has", "missing", ["get", "info"]], .bool(false)),
    Row(["get", "k", ["get", "tags"]], failed: .typeMismatch),
    Row(["get", "k", ["literal", [1]]], rejected: .typeMismatch),
    Row(["get", ["get", "name"], ["literal", ["Suva": 18, "Nadi": 17]]], .int(18)),
    Row(["get", "a,\"}", ["literal", ["b": [1, ["a": 2]], "a,\"}": "x"]]], .string("x")),
    Row(["get", "big", ["properties"]], .uint(.max)),
    Row(["get", "k", ["get", "info", ["properties"]]], .int(1)),
    Row(["has", "missing", ["properties"]], .bool(false)),
    Row(["typeof", ["properties"]], .string("object")),
    Row(["object", ["get", "info"]], .json(#"{"k":1}"#)),
    Row(["object", ["get", "name"], ["get", "info"]], .json(#"{"k":1}"#)),
    Row(["object", ["get", "name"]], failed: .typeMismatch),
    Row(["object"], rejected: .argumentCount),
    Row(["get", "k", "{}"], rejected: .typeMismatch),
  ])
  func objects(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  /// JavaScript's numbers and strings; members keep their order.
  @Test func textOfObjectsIsJavaScripts() {
    let batch = Sample.batch(["o": .json(#"{"b":1.0,"10":[1e21,"a\/\b"],"2":null}"#)])
    #expect(
      Outcome(["to-string", ["get", "o"]], batch) == .value(.string(#"{"b":1,"10":[1e+21,"a/\b"],"2":null}"#)))
  }
}
