import Foundation
import MapMath
import OverlayBundle
import TestSupport
import Testing

/// The boxes that all readers are asked for; `test_every_reader.py` asks the readers for the web and of `serve`.
@Suite struct BoxTests {
  private struct Table: Decodable {
    struct Case: Decodable {
      var bbox: [Double]
      var zoom: Double
      var ids: [UInt64]?
    }
    var zooms: String
    var markers: [String: [Double]]
    var cases: [Case]
  }

  @Test func longitudesWrapLatitudesClampBordersBelongAndZoomsFloor() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Interop/boxes.json")
    let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
    let scratch = try ScratchFolder()
    let points = table.markers.map { id, position in
      #"{"type":"Feature","id":\#(id),"properties":{},"geometry":{"type":"Point","coordinates":\#(position)}}"#
    }
    let yaml = """
      name: Boxes
      sources: {in: {path: in.json}}
      layers: {points: {source: in, kind: cluster, zooms: \(table.zooms), cluster: {radius: 1px}}}
      output: {path: out}
      """
    let bundle = try await BundleReader(folder: scratch.build(yaml, points))
    #expect(table.cases.count > 25)
    for query in table.cases {
      let box = GeographicBounds(
        west: query.bbox[0], south: query.bbox[1], east: query.bbox[2], north: query.bbox[3])
      #expect((box == nil) == (query.ids == nil), "\(query)")
      guard let box else { continue }
      let found = try await bundle.overlays(in: box, zoom: query.zoom)
      #expect(found.compactMap(\.id.number) == query.ids, "\(query)")
    }
    let world = try #require(GeographicBounds(west: -180, south: -90, east: 180, north: 90))
    await #expect(throws: CameraError.invalidCamera) { try await bundle.overlays(in: world, zoom: .nan) }
    let unknown = BundleError.unknownLayer("pints", layers: ["points"])
    await #expect(throws: unknown) { try await bundle.overlays(in: world, zoom: 1, layers: ["points", "pints"]) }
    await #expect(throws: unknown) { try await bundle.members(of: "pints") }
    #expect(unknown.localizedDescription == "the bundle has no layer \"pints\"; its layers are: points")
  }
}
