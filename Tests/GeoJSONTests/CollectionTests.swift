import OvertileGeoJSON
import Testing

@Suite("Members of a collection")
struct CollectionTests {
  private static let foreign = "{\"features\":[1,{\"features\":[{}]},\"]}\\\\\\\"features\\\":[\"],\"type\":\"x\"}"

  @Test(
    "any key order; foreign members do not confuse",
    arguments: [
      "{\"type\":\"FeatureCollection\",\"x\":F,\"features\":[A,B],\"y\":F}",
      "{\"features\":[A,B],\"type\":\"FeatureCollection\"}",
      "{\"x\":F,\"features\":[A,B],\"y\":\"}]\",\"type\":\"FeatureCollection\",\"z\":-1e3}",
      "{\"x\":[F,[]],\"bbox\":[1,2,3,4],\"type\":\"FeatureCollection\",\"name\":\"a\\\"b\",\"features\":[A,B]}",
      "{ \"type\" : \"FeatureCollection\" ,\n\"features\" : [ A ,\n\n B ] , \"n\" : null }",
      "{\"\\u0074ype\":\"Feature\\u0043ollection\",\"f\\u0065atures\":[A,B]}",
    ], [1, 7, 64, 1 << 20])
  func orders(template: String, readByteCount: Int) {
    let text = template.replacing("F", with: "\u{1}").replacing("\u{1}eature", with: "Feature")
      .replacing("\u{1}", with: Self.foreign).replacing("A,", with: point(1) + ",").replacing(
        "A ,", with: point(1) + " ,"
      )
      .replacing("B]", with: point(2) + "]").replacing("B ]", with: point(2) + " ]")
    let reading = Reading(text, .init(sliceByteCount: 1, readByteCount: readByteCount))
    #expect(reading.error == nil, "\(text)")
    #expect(reading.rejected.isEmpty)
    #expect(values(reading) == [1, 2], "\(text)")
  }

  @Test("a large foreign member needs no memory for it")
  func largeForeignMember() {
    let foreign = "[" + String(repeating: "[{\"a\":\"]\"}],", count: 20_000) + "0]"
    let text = "{\"type\":\"FeatureCollection\",\"x\":\(foreign),\"features\":[\(point(1))],\"y\":\(foreign)}"
    let reading = Reading(text, .init(sliceByteCount: 256, readByteCount: 256, limitByteCount: 1024))
    #expect(reading.error == nil && values(reading) == [1])
  }

  @Test("the crs member, before or after the features")
  func crs() {
    let crs = "{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::27700\"}}"
    let before = Reading("{\"type\":\"FeatureCollection\",\"crs\":\(crs),\"features\":[\(point(1))]}")
    #expect(before.collectionCRS?.form == .name("urn:ogc:def:crs:EPSG::27700"))
    #expect(before.collectionCRS?.byteOffset == 34)
    let after = Reading("{\"type\":\"FeatureCollection\",\"features\":[\(point(1))],\"crs\":\(crs)}")
    #expect(after.collectionCRS?.authorityCode == "EPSG:27700")
    #expect(Reading("{\"type\":\"FeatureCollection\",\"features\":[]}").collectionCRS == nil)
  }

  @Test("the crs members of collections one behind the other that say different things")
  func differentCRS() {
    func collection(_ crs: String) -> String {
      "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(crs)\"}},\"features\":[]}\n"
    }
    let names = ["EPSG:4326", "OGC:CRS84", "EPSG:3857", "EPSG:4326", "EPSG:3857"]
    let reading = Reading(names.map(collection).joined())
    #expect(reading.collectionCRSs.map(\.form) == [.name("EPSG:4326"), .name("EPSG:3857")])
  }

  @Test("the crs members of features and geometries, once each")
  func featureCRS() {
    let geometry = "{\"type\":\"Point\",\"coordinates\":[1,2],\"crs\":\"EPSG:2154\"}"
    let feature = "{\"type\":\"Feature\",\"crs\":null,\"geometry\":\(geometry),\"properties\":{}}"
    let reading = Reading("\(feature)\n\(feature)\n\(geometry)\n")
    #expect(reading.features.count == 3 && reading.crs.map(\.form) == [.null, .name("EPSG:2154")])
  }

  @Test("100,000 brackets do not exhaust the stack")
  func deep() {
    let open = String(repeating: "[", count: 100_000)
    let close = String(repeating: "]", count: 100_000)
    let inCollection = Reading("{\"x\":\(open)\(close),\"type\":\"FeatureCollection\",\"features\":[\(point(1))]}")
    #expect(values(inCollection) == [1])
    for template in ["\"properties\":{\"a\":D},\"geometry\":null", "\"properties\":{},\"geometry\":null,\"x\":D"] {
      let reading = Reading("{\"type\":\"Feature\",\(template.replacing("D", with: open + close))}\n\(point(2))")
      #expect(reading.rejected.map(\.code) == ["too-deep"] && values(reading) == [2])
    }
    let coordinates = Reading("{\"type\":\"Point\",\"coordinates\":\(open)\(close)}\n\(point(2))")
    #expect(coordinates.rejected.count == 1 && values(coordinates) == [2])
    let objects = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
    let reading = Reading("\(objects)\n\(point(2))")
    #expect(reading.rejected.count == 1 && values(reading) == [2])
  }
}
