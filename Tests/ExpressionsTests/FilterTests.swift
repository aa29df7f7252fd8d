import OvertileCore
import OvertileExpressions
import Testing

/// Filters: MapLibre's legacy language, expressions, and filters that are the same for all.
@Suite struct FilterTests {
  private func answer(_ filter: ExpressionSyntax) -> Outcome {
    do throws(ExpressionError) {
      let expression = try FeatureExpression(filter: filter)
      do throws(ExpressionError) {
        return .value(.bool(try expression.bound(to: Sample.batch).boolean(ofFeature: 0)))
      } catch { return .failed(error.code) }
    } catch { return .rejected(error.code) }
  }

  @Test(arguments: [
    Row(["==", "name", "Suva"], .bool(true)),
    Row(["==", "name", "Nadi"], .bool(false)),
    Row(["!=", "name", "Nadi"], .bool(true)),
    Row(["==", "missing", nil], .bool(false)),
    Row(["!=", "missing", nil], .bool(true)),
    Row(["==", "nothing", nil], .bool(true)),
    Row(["==", "depth", 10.0], .bool(true)),
    Row(["==", "depth", "10"], .bool(false)),
    Row([">", "mag", 5], .bool(true)),
    Row(["<=", "mag", 5.5], .bool(true)),
    Row(["<", "name", "T"], .bool(true)),
    // A wrong type is not an error, but false.
    Row([">", "name", 5], .bool(false)),
    Row(["<", "missing", 5], .bool(false)),
    Row(["none", ["<", "missing", 5], [">=", "missing", 5]], .bool(true)),
    Row(["in", "name", "Nadi", "Suva"], .bool(true)),
    Row(["!in", "name", "Nadi", "Suva"], .bool(false)),
    Row(["in", "depth", "10", 10], .bool(true)),
    Row(["in", "missing", nil], .bool(false)),
    Row(["has", "name"], .bool(true)),
    Row(["!has", "name"], .bool(false)),
    Row(["has", "$id"], .bool(true)),
    Row(["==", "$type", "Point"], .bool(true)),
    Row(["in", "$type", "LineString", "Polygon"], .bool(false)),
    Row(["==", "$id", 7], .bool(true)),
    Row([">", "$id", 7], .bool(false)),
    Row(["all", ["==", "name", "Suva"], [">", "mag", 5]], .bool(true)),
    Row(["any", ["==", "name", "Nadi"], ["all", ["has", "name"], ["!has", "missing"]]], .bool(true)),
    Row(["all", ["has", "name"], ["==", "name", "Suva"]], .bool(true)),
    Row(["none", ["==", ["get", "name"], "Nadi"], ["==", "name", "Lautoka"]], .bool(true)),
    Row(["==", "$type", "MultiPoint"], rejected: .syntax),
    Row(["<", "$type", "Point"], rejected: .syntax),
    Row([">", "mag", true], rejected: .typeMismatch),
    Row(["==", 1, 2], rejected: .syntax),
    Row(["!has", ["get", "a"]], rejected: .syntax),
    Row(["!in", "a", ["b"]], rejected: .syntax),
  ])
  func oldLanguage(_ row: Row) {
    #expect(answer(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["==", ["get", "name"], "Suva"], .bool(true)),
    Row(["in", ["get", "name"], "Suva Nadi"], .bool(true)),
    Row(["in", "uv", ["get", "name"]], .bool(true)),
    Row(["all", ["has", "name"], ["==", ["get", "name"], "Suva"]], .bool(true)),
    Row(["has", "k", ["get", "info"]], .bool(true)),
    Row(["get", "felt"], .bool(true)),
    Row(["get", "mag"], failed: .typeMismatch),
    Row(["length", ["get", "name"]], rejected: .typeMismatch),
  ])
  func expressions(_ row: Row) {
    #expect(answer(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(["all", ["==", "name", "Suva"], [">", ["get", "mag"], 5]], .bool(true)),
    Row(["!", ["in", "name", "Nadi", "Suva"]], .bool(false)),
    Row(["any", ["all", ["!has", "name"], ["!in", "$id", 1]], ["==", ["get", "name"], "Suva"]], .bool(true)),
    Row(["case", ["==", "$type", "Point"], ["has", "name"], false], .bool(true)),
    Row(["all", ["none", ["==", "name", "Suva"]], ["has", "name"]], .bool(false)),
  ])
  func bothLanguages(_ row: Row) {
    #expect(answer(row.syntax) == row.outcome)
  }

  @Test(
    arguments: [
      (["==", ["literal", "category"], "cafe"], #"false for every feature.*\["==", \["get", "category"\], "cafe"\]"#),
      (["all"], "true for every feature"), (["any"], "false for every feature"), (["none"], "true for every feature"),
      ([">", ["length", "abc"], 1], "true for every feature"), (["in", "a"], "false for every feature"),
      (["all", ["==", 1, 1, ["collator", [:]]]], "depends on a language"),
      (true, "true for every feature"), (["!", ["literal", false]], "true for every feature"),
      (["has", "$type"], "true for every feature"),
    ] as [(ExpressionSyntax, String)])
  func constantFiltersAreRejected(filter: ExpressionSyntax, reason: String) throws {
    let error = #expect(throws: ExpressionError.self) { try FeatureExpression(filter: filter) }
    let text = error?.reason ?? ""
    #expect(text.contains(try Regex(reason)), "\(text)")
  }

  @Test func zoomMakesNoConstant() throws {
    #expect(try FeatureExpression(filter: [">=", ["zoom"], 5], allowsZoom: true).usesZoom)
    #expect(throws: ExpressionError.self) { try FeatureExpression(filter: [">=", ["zoom"], 5]) }
  }

  @Test func oldFiltersNestAsDeepAsExpressions() {
    var filter: ExpressionSyntax = ["==", "a", 1]
    for _ in 0..<5000 { filter = ["all", filter] }
    #expect(throws: ExpressionError.self) { try FeatureExpression(filter: filter) }
  }
}
