import OvertileCore
import OvertileExpressions
import Testing

/// `get`, `has`, `id`, `geometry-type`, `zoom`, `literal`, constants.
@Suite struct LookupTests {
  @Test(arguments: [
    Row(["get", "mag"], .double(5.5)),
    Row(["get", "depth"], .int(10)),
    Row(["get", "big"], .uint(.max)),
    Row(["get", "tags"], .json(#"["a","b",3,null]"#)),
    Row(["get", "missing"], .null),
    Row(["get", "nothing"], .null),
    Row(["get", ["get", "name"]], .null),
    Row(["get", ["downcase", ["literal", "MAG"]]], .double(5.5)),
    Row(["get", ["get", "key"]], .int(10)),
    Row(["has", ["get", "key"]], .bool(true)),
    Row(["get"], rejected: .argumentCount),
    Row(["get", "a", "b"], rejected: .typeMismatch),
    Row(["get", "a", "b", "c"], rejected: .argumentCount),
    Row(["has", "mag"], .bool(true)),
    Row(["has", "nothing"], .bool(true)),
    Row(["has", "missing"], .bool(false)),
    Row(["id"], .int(7)),
    Row(["geometry-type"], .string("Point")),
    Row(["literal", ["a", 1, [true, nil]]], .json(#"["a",1,[true,null]]"#)),
    Row(["literal", ["b": 1, "a": ["x\"y"]]], .json(#"{"b":1,"a":["x\"y"]}"#)),
    Row(["pi"], .double(.pi)),
    Row(5, .int(5)),
    Row("text", .string("text")),
    Row(nil, .null),
    Row([], rejected: .syntax),
    Row([1, 2], rejected: .syntax),
    Row(["a": 1], rejected: .syntax),
    Row(["gte", 1, 2], rejected: .unknownOperator),
  ])
  func row(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test func zoomIsKnownOnlyWhereAllowed() {
    #expect(Outcome(["zoom"], zoom: 3) == .value(.int(3)))
    #expect(Outcome(["zoom"], zoom: 3.5) == .value(.double(3.5)))
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
    #expect(expression.keys == ["a", "b", "c"])
    #expect(!expression.usesZoom)
    #expect(expression.resultType == .number)
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
