import Testing

@testable import OvertilePipeline

/// Conditions of SQL, split into tokens.
@Suite struct ConditionTokensTests {
  @Test(arguments: [
    ("WHERE n > 3", "n > 3"), (" where n == 3; ", "n = 3"), ("a > 1 && b = 'x && y'", "a > 1 AND b = 'x && y'"),
    ("a = 1 || b LIKE 'x%'", "a = 1 OR b LIKE 'x%'"), ("n > 3;;", "n > 3"),
  ])
  func whatIsWrittenInAnotherLanguage(_ text: String, _ sql: String) {
    #expect(ConditionTokens(text).asSQL == sql)
    #expect(ConditionTokens(sql).asSQL == nil)
  }

  @Test(arguments: ["a || b = 'xy'", "n > 3", "\"WHERE\" = 3", "name = 'a == b;'", "", "'"])
  func whatIsSQL(_ text: String) { #expect(ConditionTokens(text).asSQL == nil) }

  @Test(arguments: [
    ("price > 10", ["price"]), ("10 < price", ["price"]), ("price BETWEEN 1 AND 2", ["price"]),
    ("price NOT IN (1, 2)", ["price"]), ("\"the price\" = -3", ["the price"]), ("price > '10'", []),
    ("price + 1 > 3", []),
    ("CAST(price AS FLOAT) > 3", []), ("a = b AND n > 1e6", ["n"]),
  ])
  func whatIsComparedWithNumbers(_ text: String, _ names: [String]) {
    #expect(ConditionTokens(text).comparedWithNumbers == names)
  }

  @Test(arguments: ["price > 10 AND \"a b\" = 'it''s'", "'open", "\"", "a\n\t= 1e6 || §"])
  func theTokensAreTheText(_ text: String) {
    let joined = ConditionTokens(text).all.map(\.raw).joined()
    #expect(joined == text)
  }
}
