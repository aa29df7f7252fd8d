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

  @Test func answers() {
    check(
      #"""
      ["==", "name", "Suva"] => true
      ["==", "name", "Nadi"] => false
      ["!=", "name", "Nadi"] => true
      ["==", "missing", null] => false
      ["!=", "missing", null] | ["==", "nothing", null] | ["==", "depth", 10.0] => true
      ["==", "depth", "10"] => false
      [">", "mag", 5] | ["<=", "mag", 5.5] | ["<", "name", "T"] => true
      // A wrong type is not an error, but false.
      [">", "name", 5] | ["<", "missing", 5] => false
      ["none", ["<", "missing", 5], [">=", "missing", 5]] | ["in", "name", "Nadi", "Suva"] => true
      ["!in", "name", "Nadi", "Suva"] => false
      ["in", "depth", "10", 10] => true
      ["in", "missing", null] => false
      ["has", "name"] => true
      ["!has", "name"] => false
      ["has", "$id"] | ["==", "$type", "Point"] => true
      ["in", "$type", "LineString", "Polygon"] => false
      ["==", "$id", 7] => true
      [">", "$id", 7] => false
      ["all", ["==", "name", "Suva"], [">", "mag", 5]] => true
      ["any", ["==", "name", "Nadi"], ["all", ["has", "name"], ["!has", "missing"]]] => true
      ["all", ["has", "name"], ["==", "name", "Suva"]] => true
      ["none", ["==", ["get", "name"], "Nadi"], ["==", "name", "Lautoka"]] => true
      ["==", "$type", "MultiPoint"] | ["<", "$type", "Point"] | ["==", 1, 2] => rejected syntax
      ["!has", ["get", "a"]] | ["!in", "a", ["b"]] => rejected syntax
      [">", "mag", true] => rejected typeMismatch
      // Expressions.
      ["==", ["get", "name"], "Suva"] | ["in", ["get", "name"], "Suva Nadi"] | ["in", "uv", ["get", "name"]] => true
      ["all", ["has", "name"], ["==", ["get", "name"], "Suva"]] | ["has", "k", ["get", "info"]] => true
      ["get", "felt"] => true
      ["get", "mag"] => failed typeMismatch
      ["length", ["get", "name"]] => rejected typeMismatch
      // Both languages.
      ["all", ["==", "name", "Suva"], [">", ["get", "mag"], 5]] => true
      ["!", ["in", "name", "Nadi", "Suva"]] => false
      ["any", ["all", ["!has", "name"], ["!in", "$id", 1]], ["==", ["get", "name"], "Suva"]] => true
      ["case", ["==", "$type", "Point"], ["has", "name"], false] => true
      ["all", ["none", ["==", "name", "Suva"]], ["has", "name"]] => false
      """#, answer)
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
