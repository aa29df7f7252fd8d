import OvertileCore
import OvertileGeoJSON
import Testing

/// Odd but harmless parts of a feature: it stays, and has a note.
@Suite("Notes")
struct NoteTests {
  private func parsed(_ text: String) throws -> ParsedSlice {
    let splitter = FeatureSplitter(.bytes(Array(text.utf8)))
    return try ParsedSlice(try #require(try splitter.next()))
  }

  private func feature(_ bbox: String, _ geometry: String = #"{"type":"Point","coordinates":[10,20]}"#) -> String {
    #"{"type":"Feature","bbox":\#(bbox),"geometry":\#(geometry),"properties":{}}"#
  }

  private static let line = #"{"type":"LineString","coordinates":[[170,1],[-170,2]]}"#

  @Test(
    "bounding boxes that are right are not noted",
    arguments: [
      ("[10,20,10,20]", nil), ("[0,0,90,90]", nil), ("[0,0,-5,90,90,5]", nil), ("[9.9999995,20,10,20]", nil),
      ("[170,-5,-170,5]", line), ("[-180,-5,180,5]", line), ("[0,0,1,1]", "null"),
      ("[0,0,1,1]", #"{"type":"Point","coordinates":[]}"#), ("[ 1e1 , 2.0E1,\n10,20 ]", nil),
      ("[-170,0,-160,5]", #"{"type":"Point","coordinates":[190,1]}"#),
    ] as [(String, String?)])
  func right(bbox: String, geometry: String?) throws {
    let slice = try parsed(geometry.map { feature(bbox, $0) } ?? feature(bbox))
    #expect(slice.batch.count == 1 && slice.noted.isEmpty && slice.notes.isEmpty, "\(slice.noted)")
  }

  @Test(
    "bounding boxes that are wrong are",
    arguments: [
      ("[10,20,10]", "four"), ("[]", "four"), ("[1,2,3,4,5]", "four"), ("[0,0,0,90,90,5,1]", "four"),
      ("[0,\"0\",90,90]", "number"), ("[0,null,90,90]", "number"), ("[[0,0],[90,90]]", "number"), ("{}", "array"),
      ("null", "array"), ("[0,90,90,0]", "south"), ("[0,0,9,90]", "contain"), ("[0,0,90,19]", "contain"),
      ("[170,0,-170,90]", "contain"), ("[0,0,1e400,90]", "range"),
    ])
  func wrong(bbox: String, word: String) throws {
    let slice = try parsed(feature(bbox))
    #expect(slice.batch.count == 1 && slice.noted.map(\.code) == [.badBounds] && slice.notes.count == 1)
    #expect(slice.noted.first?.message.contains(word) == true, "\(slice.noted)")
  }

  @Test("a geometry's own bounding box, in collections of geometries too")
  func geometries() throws {
    let point = #"{"type":"Point","bbox":[0,0,1,1],"coordinates":[10,20]}"#
    let collection = #"{"type":"GeometryCollection","bbox":[0,0,90,90],"geometries":[\#(point),\#(point)]}"#
    #expect(try parsed(feature("[0,0,90,90]", collection)).noted.map(\.code) == [.badBounds])
    #expect(try parsed(point).noted.map(\.code) == [.badBounds])
  }

  @Test(
    "members of another type (RFC 7946 section 7.1)",
    arguments: [
      (#"{"type":"Feature","geometry":null,"properties":{},"M":1}"#, ["coordinates", "geometries", "features"]),
      (#"{"type":"Point","coordinates":[1,2],"M":1}"#, ["geometry", "properties", "features"]),
    ])
  func mixed(template: String, members: [String]) throws {
    for member in members {
      let slice = try parsed(template.replacing("\"M\"", with: "\"\(member)\""))
      #expect(slice.batch.count == 1 && slice.noted.map(\.code) == [.mixedMembers])
      #expect(slice.noted.first?.message.contains(member) == true && slice.noted.first?.feature == 0)
    }
    let both = try parsed(template.replacing("\"M\":1", with: "\"features\":[],\"bbox\":[],\"\(members[0])\":1"))
    #expect(both.noted.map(\.code) == [.mixedMembers, .badBounds])
  }

  @Test("a feature that is refused has no note, and those behind it keep theirs")
  func rejected() throws {
    let bad = #"{"type":"Feature","bbox":[1],"features":1,"geometry":5,"properties":{}}"#
    let slice = try parsed("\(feature("[]"))\n\(bad)\n\(feature("[0,0,90,90]"))\n\(feature("[1]"))\n")
    #expect(slice.batch.count == 3 && slice.rejected.count == 1)
    #expect(slice.noted.map(\.feature) == [0, 2] && slice.notes.first?.count == 2)
  }

  @Test("members of a collection, the first few of them")
  func collections() throws {
    func notes(_ members: String) throws -> [String] {
      let text = "{\"type\":\"FeatureCollection\",\(members),\"features\":[]}"
      let splitter = FeatureSplitter(.bytes(Array(text.utf8)))
      #expect(try splitter.next() == nil)
      return splitter.notes
    }
    for member in ["geometry", "properties", "coordinates", "geometries"] {
      let noted = try notes("\"\(member)\":[{\"a\":1}]")
      #expect(noted.count == 1 && noted.first?.contains(member) == true)
      #expect(noted.first?.hasSuffix(" at byte 28; the member is ignored [mixed-members]") == true)
    }
    #expect(try notes("\"bbox\":[1,2,3]").map { $0.hasSuffix("[bad-bbox]") } == [true])
    #expect(try notes("\"bbox\":[0,5,1,-5]").first?.contains("south") == true)
    #expect(try notes("\"bbox\":[0,-5,1,5],\"name\":\"a\"").isEmpty)
    #expect(try notes((0..<9).map { _ in "\"bbox\":1" }.joined(separator: ",")).count == 5)
  }
}
