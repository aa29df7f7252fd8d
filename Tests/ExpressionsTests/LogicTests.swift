import OvertileCore
import OvertileExpressions
import Testing

/// Logic, comparison, decisions.
@Suite struct LogicTests {
  @Test func outcomes() {
    check(
      #"""
      ["!", true] | ["!", ["get", "felt"]] => false
      ["all"] => true
      ["any"] | ["all", ["has", "mag"], ["has", "missing"]] => false
      ["!", ["get", "mag"]] => failed typeMismatch
      ["!", 1] => rejected typeMismatch
      // Operands after the decision are not evaluated.
      ["all", ["has", "missing"], ["get", "mag"]] => false
      ["any", ["has", "mag"], ["get", "mag"]] => true
      ["any", ["has", "missing"], ["get", "mag"]] => failed typeMismatch
      // Comparison.
      ["==", ["get", "depth"], 10] | ["==", ["get", "depth"], 10.0] => true
      ["==", ["get", "depth"], "10"] => false
      ["!=", ["get", "depth"], "10"] | ["==", ["get", "name"], "Suva"] | ["==", "Suva", ["get", "name"]] => true
      ["!=", ["get", "name"], "Nadi"] | ["==", ["get", "missing"], null] => true
      ["==", ["get", "missing"], "x"] => false
      ["==", ["get", "felt"], true] | ["==", ["get", "name"], ["get", "name"]] => true
      ["==", ["get", "big"], ["get", "big"]] | ["==", ["get", "tags"], ["get", "tags"]] => true
      ["==", ["get", "tags"], ["get", "sameTags"]] => false
      ["<", ["get", "mag"], 6] | ["<=", ["get", "mag"], 5.5] | [">", 6, ["get", "mag"]] => true
      [">=", ["get", "mag"], ["get", "depth"]] => false
      [">=", ["get", "name"], "S"] => true
      ["<", ["get", "name"], ["get", "text"]] => false
      ["==", 1, "1"] | ["==", ["get", "tags"], ["literal", [1]]] | ["<", true, false] => rejected typeMismatch
      ["<", "a", 1] => rejected typeMismatch
      ["<", ["get", "missing"], 6] | ["<", ["get", "name"], 6] => failed typeMismatch
      ["<", ["get", "name"], ["get", "mag"]] => failed typeMismatch
      // Code units, not the order of a language: U+FF5E is after the surrogates of U+1F600.
      ["<", "\ud83d\ude00", "\uff5e"] => true
      // Strings are equal byte by byte, not up to normalization.
      ["==", ["concat", "e", "\u0301"], "\u00e9"] => false
      // Decisions.
      ["case", [">", ["get", "mag"], 6], "strong", [">", ["get", "mag"], 5], "medium", "weak"] => "medium"
      ["case", ["has", "missing"], 1, ["get", "depth"]] => 10
      ["case", ["has", "missing"], 1, null] | ["case", ["has", "mag"], null, 1] => null
      ["match", ["get", "name"], "Suva", 1, ["Nadi", "Lautoka"], 2, 3] => 1
      ["match", ["get", "name"], ["Nadi", "Suva"], 2, 3] => 2
      ["match", ["get", "depth"], 10, "ten", "other"] => "ten"
      ["match", ["get", "mag"], 5, "five", "other"] => "other"
      ["match", ["get", "missing"], "a", 1, 0] | ["match", ["get", "name"], 10, 1, 0] => 0
      ["match", ["get", "name"], ["literal"], 1, 0] => 0
      ["coalesce", ["get", "missing"], ["get", "nothing"], ["get", "depth"], 3] => 10
      ["coalesce", ["get", "missing"]] => null
      ["coalesce", ["get", "missing"], "none"] => "none"
      ["+", ["coalesce", ["get", "missing"], 2], 1] => 3
      ["coalesce", ["get", "missing"], "x", 2] => "x"
      ["case", ["has", "missing"], 1, ["get", "name"]] => failed typeMismatch
      ["case", ["has", "missing"], 1, "x"] => rejected typeMismatch
      ["case", ["has", "missing"], null, ["has", "mag"], 1, "x"] => rejected typeMismatch
      ["+", 1, ["case", ["has", "missing"], 1, null]] | ["case", 1, 2, 3] => rejected typeMismatch
      ["match", ["get", "name"], "a", 1, 2, 2, 0] | ["match", ["geometry-type"], 1, 1, 0] => rejected typeMismatch
      ["+", ["coalesce", ["get", "missing"], "x"], 1] | ["coalesce", 1, "x"] => rejected typeMismatch
      ["coalesce", null, ["get", "name"]] => rejected typeMismatch
      ["case", ["has", "missing"], 1] | ["match", ["get", "name"], "a", 1] => rejected argumentCount
      ["match", ["get", "name"], "a", 1, "a", 2, 0] | ["match", ["get", "name"], 1.5, 1, 0] => rejected syntax
      ["match", ["get", "name"], [], 1, 0] => rejected syntax
      """#)
  }
}
