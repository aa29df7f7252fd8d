import OvertileCore
import OvertileExpressions
import Testing

/// Logic, comparison, decisions.
@Suite struct LogicTests {
  @Test(arguments: [
    Row(["!", true], .bool(false)),
    Row(["!", ["get", "felt"]], .bool(false)),
    Row(["!", ["get", "mag"]], failed: .typeMismatch),
    Row(["!", 1], rejected: .typeMismatch),
    Row(["all"], .bool(true)),
    Row(["any"], .bool(false)),
    Row(["all", ["has", "mag"], ["has", "missing"]], .bool(false)),
    // Operands after the decision are not evaluated.
    Row(["all", ["has", "missing"], ["get", "mag"]], .bool(false)),
    Row(["any", ["has", "mag"], ["get", "mag"]], .bool(true)),
    Row(["any", ["has", "missing"], ["get", "mag"]], failed: .typeMismatch),
  ])
  func logic(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["==", ["get", "depth"], 10], .bool(true)),
    Row(["==", ["get", "depth"], 10.0], .bool(true)),
    Row(["==", ["get", "depth"], "10"], .bool(false)),
    Row(["!=", ["get", "depth"], "10"], .bool(true)),
    Row(["==", ["get", "name"], "Suva"], .bool(true)),
    Row(["==", "Suva", ["get", "name"]], .bool(true)),
    Row(["!=", ["get", "name"], "Nadi"], .bool(true)),
    Row(["==", ["get", "missing"], nil], .bool(true)),
    Row(["==", ["get", "missing"], "x"], .bool(false)),
    Row(["==", ["get", "felt"], true], .bool(true)),
    Row(["==", ["get", "name"], ["get", "name"]], .bool(true)),
    Row(["==", ["get", "big"], ["get", "big"]], .bool(true)),
    Row(["==", ["get", "tags"], ["get", "tags"]], .bool(true)),
    Row(["==", ["get", "tags"], ["get", "sameTags"]], .bool(false)),
    Row(["==", 1, "1"], rejected: .typeMismatch),
    Row(["==", ["get", "tags"], ["literal", [1]]], rejected: .typeMismatch),
    Row(["<", ["get", "mag"], 6], .bool(true)),
    Row(["<=", ["get", "mag"], 5.5], .bool(true)),
    Row([">", 6, ["get", "mag"]], .bool(true)),
    Row([">=", ["get", "mag"], ["get", "depth"]], .bool(false)),
    Row([">=", ["get", "name"], "S"], .bool(true)),
    Row(["<", ["get", "name"], ["get", "text"]], .bool(false)),
    Row(["<", ["get", "missing"], 6], failed: .typeMismatch),
    Row(["<", ["get", "name"], 6], failed: .typeMismatch),
    Row(["<", ["get", "name"], ["get", "mag"]], failed: .typeMismatch),
    Row(["<", true, false], rejected: .typeMismatch),
    Row(["<", "a", 1], rejected: .typeMismatch),
    // Code units, not the order of a language: U+FF5E is after the surrogates of U+1F600.
    Row(["<", "\u{1F600}", "\u{FF5E}"], .bool(true)),
    // Strings are equal byte by byte, not up to normalization.
    Row(["==", ["concat", "e", "\u{301}"], "\u{E9}"], .bool(false)),
  ])
  func comparison(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(
      ["case", [">", ["get", "mag"], 6], "strong", [">", ["get", "mag"], 5], "medium", "weak"], .string("medium")),
    Row(["case", ["has", "missing"], 1, ["get", "depth"]], .int(10)),
    Row(["case", ["has", "missing"], 1, ["get", "name"]], failed: .typeMismatch),
    Row(["case", ["has", "missing"], 1, "x"], rejected: .typeMismatch),
    Row(["case", ["has", "missing"], 1, nil], .null),
    Row(["case", ["has", "mag"], nil, 1], .null),
    Row(["case", ["has", "missing"], nil, ["has", "mag"], 1, "x"], rejected: .typeMismatch),
    Row(["+", 1, ["case", ["has", "missing"], 1, nil]], rejected: .typeMismatch),
    Row(["case", ["has", "missing"], 1], rejected: .argumentCount),
    Row(["case", 1, 2, 3], rejected: .typeMismatch),
    Row(["match", ["get", "name"], "Suva", 1, ["Nadi", "Lautoka"], 2, 3], .int(1)),
    Row(["match", ["get", "name"], ["Nadi", "Suva"], 2, 3], .int(2)),
    Row(["match", ["get", "depth"], 10, "ten", "other"], .string("ten")),
    Row(["match", ["get", "mag"], 5, "five", "other"], .string("other")),
    Row(["match", ["get", "missing"], "a", 1, 0], .int(0)),
    Row(["match", ["get", "name"], 10, 1, 0], .int(0)),
    Row(["match", ["get", "name"], "a", 1, "a", 2, 0], rejected: .syntax),
    Row(["match", ["get", "name"], "a", 1, 2, 2, 0], rejected: .typeMismatch),
    Row(["match", ["get", "name"], 1.5, 1, 0], rejected: .syntax),
    Row(["match", ["get", "name"], ["literal"], 1, 0], .int(0)),
    Row(["match", ["get", "name"], [], 1, 0], rejected: .syntax),
    Row(["match", ["geometry-type"], 1, 1, 0], rejected: .typeMismatch),
    Row(["match", ["get", "name"], "a", 1], rejected: .argumentCount),
    Row(["coalesce", ["get", "missing"], ["get", "nothing"], ["get", "depth"], 3], .int(10)),
    Row(["coalesce", ["get", "missing"]], .null),
    Row(["coalesce", ["get", "missing"], "none"], .string("none")),
    Row(["+", ["coalesce", ["get", "missing"], 2], 1], .int(3)),
    Row(["+", ["coalesce", ["get", "missing"], "x"], 1], rejected: .typeMismatch),
    Row(["coalesce", 1, "x"], rejected: .typeMismatch),
    Row(["coalesce", nil, ["get", "name"]], rejected: .typeMismatch),
    Row(["coalesce", ["get", "missing"], "x", 2], .string("x")),
  ])
  func decision(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }
}
