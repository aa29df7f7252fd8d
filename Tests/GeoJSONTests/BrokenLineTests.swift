import OvertileCore
import OvertileGeoJSON
import Testing

/// A broken line loses only its own feature.
@Suite("Broken lines")
struct BrokenLineTests {
  private func point(_ value: Int) -> String {
    #"{"type":"Feature","id":\#(value),"properties":{"v":\#(value),"o":{"p":[1,{"q":2}]}},"#
      + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
  }

  private func ids(_ reading: Reading) -> [PropertyValue] { reading.features.map(\.id) }

  private func expected(_ values: some Sequence<Int>) -> [PropertyValue] { values.map { .int(Int64($0)) } }

  @Test(
    "text that is no object between features on one line costs no feature",
    arguments: ["null", "7", "xyz", "}", "]", "\"a\"", "-", "a b c", "}}}"], ["", " "])
  func strayText(text: String, space: String) {
    let features = (0..<20).map(point)
    let reading = Reading(
      features[..<10].joined(separator: space) + space + text + space + features[10...].joined(separator: space))
    #expect(reading.error == nil && ids(reading) == expected(0..<20) && reading.rejected.count == 1)
  }

  @Test("a line cut anywhere costs itself, and is reported", arguments: [0, 1, 2], ["\n", "\r\n"])
  func cutLine(cut: Int, feed: String) {
    let line = Array(point(cut).utf8)
    for length in 1..<line.count - 1 {
      var lines = (0..<4).map(point)
      lines[cut] = String(decoding: line[..<length], as: UTF8.self)
      let reading = Reading(lines.joined(separator: feed) + feed)
      #expect(reading.error == nil, "cut at \(length)")
      #expect(ids(reading) == expected((0..<4).filter { $0 != cut }), "cut at \(length): \(lines[cut])")
      #expect(reading.rejected.map(\.location.index) == [UInt64(cut)], "cut at \(length)")
      #expect(reading.rejected.map(\.location.line) == [UInt64(cut) + 1], "cut at \(length)")
    }
  }

  @Test("a line that lost its beginning costs itself, and is reported once")
  func lostBeginning() {
    let line = Array(point(1).utf8)
    for start in 1..<line.count {
      var lines = (0..<3).map(point)
      lines[1] = String(decoding: line[start...], as: UTF8.self)
      let reading = Reading(lines.joined(separator: "\n"))
      #expect(
        reading.error == nil && ids(reading).filter { $0 != .null } == expected([0, 2]), "from \(start): \(lines[1])")
      // The rest may be a geometry, which is a text of its own, and a brace.
      #expect(reading.rejected.count >= 1, "from \(start)")
    }
  }

  @Test("commas between texts are ignored")
  func commas() {
    let reading = Reading("\(point(1)),\n\(point(2)), \(point(3)),\n")
    #expect(reading.error == nil && reading.rejected.isEmpty && ids(reading) == expected(1...3))
  }

  @Test("pretty-printed texts whose lines begin with a brace are whole")
  func unindented() {
    let pretty = point(5).replacing("{", with: "\n{\n").replacing(",", with: ",\n").dropFirst()
    let reading = Reading("\(pretty)\n\(pretty)\n")
    #expect(reading.error == nil && reading.rejected.isEmpty && ids(reading) == expected([5, 5]))
  }

  @Test(
    "the beginning of a collection among lines is a record of its own, and the lines behind it are read",
    arguments: [
      #"{"type":"FeatureCollection","features":["#, #"{"features":["#, #"{"type":"FeatureCollection"}"#,
      #"{"type":"FeatureCollection","features":[],"type":"Nonsense"}"#, #"{"type":"FeatureCollection","features":[}"#,
    ])
  func collectionCut(line: String) {
    for index in [1, 3, 5, 6] { check(line, at: index) }
  }

  private func check(_ line: String, at index: Int) {
    var lines = (0..<6).map(point)
    lines.insert(line, at: index)
    let reading = Reading(lines.joined(separator: "\n") + "\n")
    #expect(reading.error == nil && ids(reading) == expected(0..<6))
    #expect(reading.rejected.map(\.code) == ["invalid-json"])
    #expect(reading.rejected.first?.message.contains("is invalid: ") == true)
  }

  @Test("a collection that is cut on its line, behind features on a line each, is a cut input")
  func collectionCutAtTheEnd() {
    for tail in [
      #"{"type":"FeatureCollection","features":["#, #"{"type":"FeatureCollection","features":[\#(point(3)),"#,
    ] {
      let reading = Reading("\(point(1))\n\(point(2))\n\(tail)")
      #expect(reading.error?.code == .truncated)
    }
  }

  @Test("a collection that breaks where it stands alone ends the stream")
  func collectionAlone() {
    let reading = Reading("{\"type\":\"FeatureCollection\",\"features\":[\n\(point(1))\n\(point(2))\n]}")
    #expect(reading.error?.code == .brokenCollection && reading.error?.line == 3)
  }

  @Test(
    "JSON that is no object is said to be none in every kind of stream",
    arguments: ["null", "7", "-1.5e3", "true", #""a, {b}""#, "[1,2]", "[]", "[[1,[2]],\"]\"]"])
  func notAnObject(value: String) {
    let (before, after) = (point(1), point(2))
    for text in [
      "\(before)\n\(value)\n\(after)\n", "\(before) \(value) \(after)", "\(before)\(value)\(after)",
      "\u{1E}\(before)\n\u{1E}\(value)\n\u{1E}\(after)\n",
      "{\"type\":\"FeatureCollection\",\"features\":[\(before),\(value),\(after)]}",
    ] {
      for readByteCount in [3, 1 << 20] {
        let reading = Reading(text, .init(readByteCount: readByteCount))
        #expect(reading.error == nil && ids(reading) == expected(1...2), "\(text)")
        #expect(reading.rejected.map(\.code) == ["not-an-object"], "\(text)")
        #expect(reading.rejected.first?.location.index == 1, "\(text)")
      }
    }
  }

  @Test("an array of objects in a sequence is no object, and one among lines gives up its features")
  func arrays() {
    let sequence = Reading("\u{1E}[{\"a\":1}]\n\u{1E}\(point(2))\n")
    #expect(ids(sequence) == expected([2]) && sequence.rejected.map(\.code) == ["not-an-object"])
    let lines = Reading("\(point(1))\n[\(point(2)),\(point(3))]\n\(point(4))\n")
    #expect(ids(lines) == expected(1...4) && lines.rejected.map(\.code) == ["invalid-json", "invalid-json"])
  }
}
