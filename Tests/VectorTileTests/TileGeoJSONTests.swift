import Foundation
import MapMath
import OvertileCore
import Testing

@testable import OvertileVectorTile

@Suite struct TileGeoJSONTests {
  static func tile(_ geometry: TileGeometry, extent: UInt32 = 4096, _ properties: [DecodedProperty] = []) -> DecodedTile
  {
    var layer = DecodedLayer(name: "a \"b\"", version: 2, extent: extent)
    layer.features = [DecodedFeature(id: 5, geometry: geometry, properties: properties)]
    var tile = DecodedTile()
    tile.layers = [layer]
    return tile
  }

  static func text(_ tile: DecodedTile, _ id: TileID) -> String {
    String(decoding: tile.geoJSON(of: id), as: UTF8.self)
  }

  @Test func writesAPointWithItsLayerAndProperties() throws {
    var point = TileGeometry(kind: .points)
    point.append(x: 2048, y: 4096)
    point.endPart()
    let properties = [
      DecodedProperty(name: "n", value: .int(-3)), DecodedProperty(name: "d", value: .double(.nan)),
      DecodedProperty(name: "s", value: .string("tab\there")), DecodedProperty(name: "b", value: .bool(true)),
      DecodedProperty(name: "f", value: .double(0.5)),
    ]
    // The middle of the lower edge of 1/1/0: longitude 90 on the equator.
    #expect(
      Self.text(Self.tile(point, properties), TileID(uncheckedZ: 1, x: 1, y: 0))
        == #"{"type":"FeatureCollection","features":[{"type":"Feature","layer":"a \"b\"","id":5,"#
        + #""geometry":{"type":"Point","coordinates":[90,0]},"#
        + #""properties":{"n":-3,"d":null,"s":"tab\u0009here","b":true,"f":0.5}}]}"# + "\n")
  }

  @Test func groupsRingsIntoPolygonsThatRunCounterClockwise() throws {
    var geometry = TileGeometry(kind: .polygons)
    for ring: [(Int32, Int32)] in [
      [(0, 0), (8, 0), (8, 8), (0, 8)], [(2, 2), (2, 4), (4, 2)], [(4, 6), (5, 7), (6, 6)].reversed(),
      [(10, 10), (12, 10), (12, 12)],
    ] {
      for (x, y) in ring { geometry.append(x: x, y: y) }
      geometry.endPart()
    }
    let windings = (0..<4).map { geometry.winding(ofPart: $0) }
    #expect(windings == [1, -1, 1, 1] || windings == [1, -1, -1, 1])
    let text = Self.text(Self.tile(geometry, extent: 16), TileID(uncheckedZ: 0, x: 0, y: 0))
    let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let feature = try #require((json["features"] as? [[String: Any]])?.first)
    let shape = try #require(feature["geometry"] as? [String: Any])
    #expect(shape["type"] as? String == "MultiPolygon")
    let polygons = try #require(shape["coordinates"] as? [[[[Double]]]])
    #expect(polygons.map(\.count) == (windings[2] < 0 ? [3, 1] : [2, 1, 1]))
    for polygon in polygons {
      for (index, ring) in polygon.enumerated() {
        let area = zip(ring, ring.dropFirst()).map { $0[0] * $1[1] - $1[0] * $0[1] }.reduce(0, +)
        #expect(ring.first == ring.last && ring.count >= 4 && (index == 0 ? area > 0 : area < 0))
      }
    }
    #expect(polygons[0][0][0] == [-180, 85.0511288])
  }

  @Test func roundsToSevenDecimalsWithoutExponents() {
    let cases: [(Double, String)] = [
      (0, "0"), (-0.00000004, "0"), (0.00000006, "0.0000001"), (-179.99999999, "-180"), (12.5, "12.5"),
      (-0.0000001, "-0.0000001"), (1.0000001, "1.0000001"),
    ]
    for (degrees, text) in cases {
      var json = JSONText()
      json.append(degrees: degrees)
      #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }
  }
}
