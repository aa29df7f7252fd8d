import Testing

@testable import Expressions

/// Comparisons that no feature meets, and texts that stand where values could.
@Suite struct UnmetComparisonTests {
  @Test(arguments: [
    (#"["==",["upcase",["get","a"]],"x"]"#, "never holds"), (#"["!=","X",["downcase",["get","a"]]]"#, "always holds"),
    (#"["in",["geometry-type"],["literal",["MultiPoint"]]]"#, "never holds"),
    (#"["match",["typeof",["get","a"]],["int","text"],true,false]"#, "meets none of its labels"),
    (#"["any",["==",["geometry-type"],"point"],["has","a"]]"#, "never holds"),
  ])
  func found(_ text: String, _ outcome: String) throws {
    let unmet = try FeatureExpression(filter: syntax(text)).unmetComparisons
    #expect(unmet.map(\.outcome) == [outcome])
  }

  @Test(arguments: [
    #"["==",["upcase",["get","a"]],"É1"]"#, #"["==",["typeof",["get","a"]],"array<number, 2>"]"#,
    #"["match",["geometry-type"],["Point","MultiPoint"],true,false]"#, #"["==",["geometry-type"],["get","a"]]"#,
    #"["in",["get","a"],["literal",["=="]]]"#, #"["in",["geometry-type"],["literal",[]]]"#,
  ])
  func notFound(_ text: String) throws {
    #expect(try FeatureExpression(filter: syntax(text)).unmetComparisons == [])
  }

  @Test(arguments: [
    (#"["upcase","a"]"#, ["a"]), (#"["concat","a",["get","b"]]"#, []), (#"["concat",["upcase","a"],["get","b"]]"#, ["a"]),
    (#"["literal","a"]"#, []), (#"["match",["get","a"],"b","c","d"]"#, []), (#"["get","a"]"#, []),
  ])
  func textsInPlaceOfValues(_ text: String, _ texts: [String]) throws {
    #expect(try FeatureExpression(syntax(text)).constantTexts.map(\.text) == texts)
  }

  @Test func aTextAlone() throws {
    var options = FeatureExpression.Options()
    #expect(try FeatureExpression(syntax(#"["literal","a"]"#), options: options).constantTexts == [])
    options.isAlone = true
    #expect(try FeatureExpression(syntax(#"["literal","a"]"#), options: options).constantTexts.map(\.text) == ["a"])
  }
}
