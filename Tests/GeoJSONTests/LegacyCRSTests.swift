import OvertileGeoJSON
import Testing

@Suite("The crs member of the 2008 format")
struct LegacyCRSTests {
  private func read(_ json: String) -> LegacyCRS? {
    Reading("{\"type\":\"FeatureCollection\",\"crs\":\(json),\"features\":[]}").collectionCRS
  }

  @Test(
    "names in all their forms",
    arguments: [
      ("EPSG:27700", "EPSG:27700", false), ("epsg:4326", "EPSG:4326", true),
      ("urn:ogc:def:crs:OGC:1.3:CRS84", "OGC:CRS84", true), ("urn:ogc:def:crs:EPSG::27700", "EPSG:27700", false),
      ("urn:ogc:def:crs:EPSG:6.9:4326", "EPSG:4326", true), ("urn:x-ogc:def:crs:EPSG::3857", "EPSG:3857", false),
      ("http://www.opengis.net/def/crs/OGC/1.3/CRS84", "OGC:CRS84", true),
      ("http://www.opengis.net/def/crs/EPSG/0/2154", "EPSG:2154", false), ("CRS84", "OGC:CRS84", true),
      ("my own", nil, false), ("EPSG:", nil, false), (":4326", nil, false), ("", nil, false),
    ] as [(String, String?, Bool)])
  func names(name: String, code: String?, isWGS84: Bool) {
    for json in ["\"\(name)\"", "{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}"] {
      let crs = read(json)
      #expect(crs?.form == .name(name) && crs?.authorityCode == code && crs?.isWGS84 == isWGS84)
    }
  }

  @Test("null, codes, links and what is not understood")
  func others() {
    #expect(read("null")?.form == .null)
    #expect(read("{ \"properties\" : { \"code\" : 4326 } , \"type\" : \"EPSG\" }")?.form == .name("EPSG:4326"))
    #expect(read("{\"type\":\"link\",\"properties\":{\"href\":\"a.prj\",\"type\":\"x\"}}")?.form == .other)
    for json in ["{\"type\":\"name\",\"properties\":{}}", "5", "{\"type\":\"name\" 5}"] {
      #expect(read(json)?.form == .other)
    }
    #expect(read("null")?.isWGS84 == false)
  }
}
