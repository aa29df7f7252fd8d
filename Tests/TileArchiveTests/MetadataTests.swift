import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct MetadataTests {
  @Test func writesKeysInOrder() {
    var summary = ArchiveSummary.example
    summary.attribution = nil
    summary.tilestats = [
      [
        "layer": "quakes", "count": 1000, "geometry": "Point", "attributeCount": 1,
        "attributes": [
          [
            "attribute": "mag", "count": 22, "type": "number", "values": [4, .double(4.5), "x\u{1}", true],
            "min": .double(4), "max": .double(6.4),
          ]
        ],
      ]
    ]
    let expected =
      #"{"description":"Erdbeben\u000aan der Küste","name":"Fiji \"quakes\"","tilestats":{"layerCount":1,"layers":["#
      + #"{"attributeCount":1,"attributes":[{"attribute":"mag","count":22,"max":6.4,"min":4,"type":"number","#
      + #""values":[4,4.5,"x\u0001",true]}],"count":1000,"geometry":"Point","layer":"quakes"}]},"type":"overlay","#
      + #""vector_layers":[{"description":"d","fields":{"felt":"Boolean","mag":"Number","place":"String"},"#
      + #""id":"quakes","maxzoom":12,"minzoom":0}]}"#
    #expect(String(decoding: summary.metadataJSON(), as: UTF8.self) == expected)
  }

  @Test func roundsPositionsOfTheHeader() {
    let cases: [(Double, Int32)] = [
      (1, 10_000_000), (0.99999999, 10_000_000), (-0.99999999, -10_000_000), (0.57, 5_700_000),
      (-0.29, -2_900_000), (180, 1_800_000_000), (.nan, 0), (1e9, .max),
    ]
    for (degrees, value) in cases { #expect(PMTilesHeader.e7(degrees: degrees) == value) }
  }
}
