import OvertileCore
import OvertileExpressions
import Testing

/// `get`, `has`, `id`, `geometry-type`, `zoom`, `literal`, constants.
@Suite struct LookupTests {
  @Test func outcomes() {
    check(
      #"""
      ["get", "mag"] => 5.5
      ["get", "depth"] => 10
      ["get", "big"] => 18446744073709551615
      ["get", "tags"] => ["a","b",3,null]
      ["get", "missing"] | ["get", "nothing"] | ["get", ["get", "name"]] => null
      ["get", ["downcase", ["literal", "MAG"]]] => 5.5
      ["get", ["get", "key"]] => 10
      ["has", ["get", "key"]] => true
      ["has", "mag"] | ["has", "nothing"] => true
      ["has", "missing"] => false
      ["id"] => 7
      ["geometry-type"] => "Point"
      ["literal", ["a", 1, [true, null]]] => ["a",1,[true,null]]
      ["literal", {"b": 1, "a": ["x\"y"]}] => {"b":1,"a":["x\"y"]}
      ["pi"] => 3.141592653589793
      5 => 5
      "text" => "text"
      null => null
      ["get"] | ["get", "a", "b", "c"] => rejected argumentCount
      ["get", "a", "b"] => rejected typeMismatch
      [] | [1, 2] | {"a": 1} => rejected syntax
      ["gte", 1, 2] => rejected unknownOperator
      """#)
  }

  @Test func zoomIsKnownOnlyWhereAllowed() {
    #expect(Outcome(["zoom"], zoom: 3) == .value(.int(3)) && Outcome(["zoom"], zoom: 3.5) == .value(.double(3.5)))
    #expect(Outcome(["zoom"]) == .failed(.zoomUnknown))
    #expect(Outcome(["zoom"], zoom: 3, options: .init()) == .rejected(.zoomUnknown))
  }

  @Test(arguments: [
    (GeometryType.lineString, "LineString"), (.multiLineString, "LineString"), (.polygon, "Polygon"),
    (.multiPolygon, "Polygon"), (.point, "Point"), (.none, "Unknown"), (.geometryCollection, "Unknown"),
  ])
  func geometryTypes(type: GeometryType, name: String) {
    var batch = Sample.batch
    batch.geometryTypes = [type]
    #expect(Outcome(["geometry-type"], batch) == .value(.string(name)))
  }

  @Test(arguments: [
    (PropertyValue.null, PropertyValue.null), (.double(1.5), .double(1.5)), (.string("x"), .string("x")),
    (.int(-3), .int(-3)),
  ])
  func ids(id: PropertyValue, value: PropertyValue) {
    var batch = Sample.batch
    batch.ids = [id]
    #expect(Outcome(["id"], batch) == .value(value))
  }

  @Test func keysAreReportedOnceAndSorted() throws {
    let expression = try FeatureExpression([
      "+", ["get", "b"], ["get", "a"], ["case", ["has", "c"], ["get", "b"], 1],
    ])
    #expect(expression.keys == ["a", "b", "c"] && !expression.usesZoom && expression.resultType == .number)
    #expect(try FeatureExpression(["+", ["zoom"], 1], options: .init(allowsZoom: true)).usesZoom)
  }

  @Test func oneExpressionServesManyBatches() throws {
    let expression = try FeatureExpression(["==", ["get", "kind"], "b"])
    for (properties, expected) in [(["z": "b", "kind": "b"], true), (["kind": "a"], false), (["x": "b"], false)] {
      let batch = Sample.batch(properties.mapValues(PropertyValue.string))
      #expect(try expression.bound(to: batch).boolean(ofFeature: 0) == expected)
    }
  }
}
