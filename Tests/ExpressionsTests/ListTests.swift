import OvertileCore
import OvertileExpressions
import Testing

/// Lists, strings as lists, and objects.
@Suite struct ListTests {
  @Test func outcomes() {
    check(
      #"""
      ["at", 1, ["literal", ["a", "b"]]] => "b"
      ["at", 2, ["get", "tags"]] => 3
      ["+", ["at", 2, ["literal", [1, 2, 3]]], 1] => 4
      ["slice", ["get", "tags"], 1] => ["b",3,null]
      ["slice", ["get", "tags"], -2, -1] => [3]
      ["slice", ["get", "tags"], 2, 1] => []
      ["slice", "0123456789", 4] => "456789"
      ["slice", "0123456789", -3, 9] => "78"
      ["slice", "a\ud83d\ude00b\ud83d\ude00c", 1, 3] => "😀b"
      ["split", "a,b,,c", ","] => ["a","b","","c"]
      ["split", "", ","] => [""]
      ["split", "", ""] => []
      ["split", "a\ud83d\ude00", ""] => ["a","😀"]
      ["split", "aaa", "aa"] => ["","a"]
      ["join", ["literal", ["a", "b"]], ", "] => "a, b"
      ["join", ["literal", []], ", "] => ""
      ["join", ["split", ["get", "name"], "u"], "o"] => "Sova"
      ["semiliteral", [["+", 1, 2], ["concat", "x", "y"]]] => [3,"xy"]
      ["semiliteral", {"a": ["get", "mag"], "b": "c"}] => {"a":5.5,"b":"c"}
      ["typeof", ["semiliteral", [["+", 1, 2], ["length", "x"]]]] => "array<number, 2>"
      ["+", ["at", 2, ["get", "tags"]], 1] | ["at", 0, ["get", "name"]] => failed typeMismatch
      ["slice", ["get", "mag"], 0] | ["join", ["get", "tags"], ", "] => failed typeMismatch
      ["at", -1, ["get", "tags"]] | ["at", 4, ["get", "tags"]] | ["at", 0.5, ["get", "tags"]] => failed outOfRange
      ["at", 3, ["literal", [1, 2, 3]]] => rejected outOfRange
      ["at", 0, "name"] | ["slice", true, 0] | ["slice", "abc", "1"] | ["split", 1, ","] => rejected typeMismatch
      ["join", ["literal", [1, 2]], ", "] => rejected typeMismatch
      ["at", 0] => rejected argumentCount
      ["semiliteral", [["get", "mag"], ["unknown"]]] => rejected unknownOperator
      // Search.
      ["in", "", ""] | ["in", "a", 0] | ["in", "a", false] | ["in", ["get", "info"], ["get", "empty"]] => false
      ["in", null, "is null"] | ["in", true, "falsetrue"] => true
      ["index-of", "b", ["get", "tags"]] => 1
      ["index-of", null, ["get", "tags"]] => 3
      ["index-of", "z", ["get", "tags"]] => -1
      ["index-of", 3.0, ["get", "tags"]] => 2
      ["index-of", 2, ["literal", [0, 1, 2, 0, 1, 2]], -1] | ["index-of", 2, ["literal", [0, 1, 2, 0, 1, 2]], 3] => 5
      ["index-of", "c", "abcabc", -1] => 2
      ["index-of", "c", "abcabc", 3] => 5
      ["index-of", "", "abc", 9] => 3
      ["index-of", "b", "\ud83d\ude00b"] => 1
      ["index-of", "b", "b\ud83d\ude00b", 3] => 2
      ["in", ["get", "info"], ["get", "tags"]] | ["in", ["get", "info"], ["get", "name"]] => failed typeMismatch
      ["index-of", ["get", "info"], ["get", "tags"]] | ["index-of", "a", ["get", "missing"]] => failed typeMismatch
      ["index-of", ["literal", [1]], ["get", "tags"]] => rejected typeMismatch
      ["index-of", "a"] => rejected argumentCount
      // Objects.
      ["get", "k", ["get", "info"]] => 1
      ["get", "missing", ["get", "info"]] => null
      ["has", "k", ["get", "info"]] => true
      ["has", "missing", ["get", "info"]] => false
      ["get", ["get", "name"], ["literal", {"Suva": 18, "Nadi": 17}]] => 18
      ["get", "a,\"}", ["literal", {"b": [1, {"a": 2}], "a,\"}": "x"}]] => "x"
      ["get", "big", ["properties"]] => 18446744073709551615
      ["get", "k", ["get", "info", ["properties"]]] => 1
      ["has", "missing", ["properties"]] => false
      ["typeof", ["properties"]] => "object"
      ["object", ["get", "info"]] | ["object", ["get", "name"], ["get", "info"]] => {"k":1}
      ["get", "k", ["get", "tags"]] | ["object", ["get", "name"]] => failed typeMismatch
      ["get", "k", ["literal", [1]]] | ["get", "k", "{}"] => rejected typeMismatch
      ["object"] => rejected argumentCount
      """#)
  }

  /// JavaScript's numbers and strings; members keep their order.
  @Test func textOfObjectsIsJavaScripts() {
    let batch = Sample.batch(["o": .json(#"{"b":1.0,"10":[1e21,"a\/\b"],"2":null}"#)])
    #expect(
      Outcome(["to-string", ["get", "o"]], batch) == .value(.string(#"{"b":1,"10":[1e+21,"a/\b"],"2":null}"#)))
  }
}
