import OvertileCore
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Writing")
struct WriterTests {
  private func text(_ feature: PlainFeature) throws -> String {
    String(decoding: try written([feature], .lines), as: UTF8.self)
  }

  private func feature(_ x: Double, properties: [PlainFeature.Property] = []) -> PlainFeature {
    PlainFeature(
      id: .none, type: .point, elements: [.init(kind: .points, rings: [[[x, 0]]])], properties: properties)
  }

  @Test(
    "numbers: the shortest that read back, without exponents",
    arguments: [
      (1, "1"), (-0.5, "-0.5"), (100, "100"), (1e16, "10000000000000000"), (1.5e17, "150000000000000000"),
      (1e-7, "0.0000001"),
      (-1.25e-5, "-0.0000125"), (0.1, "0.1"), (123456.789, "123456.789"), (1e22, "10000000000000000000000"), (0, "0"),
      (-0.0, "-0"), (.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"),
    ] as [(Double, String)])
  func numbers(number: Double, expected: String) throws {
    #expect(try text(feature(number)).contains("\"coordinates\":[\(expected),0]"))
    let property = try text(feature(0, properties: [.init(key: "a", value: .double(number))]))
    #expect(property.contains("\"a\":\(expected.contains(".") ? expected : expected + ".0")}"))
  }

  @Test("any finite number reads back with its bits")
  func allNumbers() throws {
    for seed in seeds(2000) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let number = random.number()
      let text = try text(feature(number))
      #expect(!text.contains("E") && !text.contains("e+") && !text.contains("e-"), "seed \(seed)")
      #expect(
        Reading(text).features.first?.elements.first?.rings[0][0][0].bitPattern == number.bitPattern, "seed \(seed)")
    }
  }

  @Test("the three framings")
  func framings() throws {
    let a = feature(1)
    let b = feature(2)
    let (x, y) = (try text(a).dropLast(), try text(b).dropLast())
    #expect(x == "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,0]},\"properties\":{}}")
    #expect(
      try written([a, b], .collection)
        == Array("{\"type\":\"FeatureCollection\",\"features\":[\n\(x),\n\(y)\n]}\n".utf8))
    #expect(try written([], .collection) == Array("{\"type\":\"FeatureCollection\",\"features\":[\n]}\n".utf8))
    #expect(try written([a, b], .lines) == Array("\(x)\n\(y)\n".utf8))
    #expect(try written([a, b], .sequence) == Array("\u{1E}\(x)\n\u{1E}\(y)\n".utf8))
  }

  @Test("bytes can be taken piece by piece")
  func chunks() throws {
    var writer = FeatureWriter(.collection)
    var bytes = writer.takeBytes()
    for value in 1...3 {
      try feature(Double(value)).write(to: &writer)
      bytes += writer.takeBytes()
    }
    writer.finish()
    bytes += writer.takeBytes()
    #expect(bytes == (try written((1...3).map { feature(Double($0)) }, .collection)))
    #expect(writer.bytes.isEmpty)
  }

  @Test("what GeoJSON cannot say is an error, and nothing is written")
  func notWritable() throws {
    let line = PlainFeature.Element(kind: .line, rings: [[[0, 0], [1, 1]]])
    let bad = [
      feature(.nan), feature(.infinity), feature(0, properties: [.init(key: "a", value: .double(.nan))]),
      PlainFeature(id: .number(.infinity), type: .none, elements: [], properties: []),
      PlainFeature(id: .none, type: .point, elements: [line], properties: []),
      PlainFeature(id: .none, type: .lineString, elements: [line, line], properties: []),
      PlainFeature(id: .none, type: .multiPolygon, elements: [line], properties: []),
    ]
    for feature in bad {
      var writer = FeatureWriter(.lines)
      #expect { try feature.write(to: &writer) } throws: { ($0 as? GeoJSONError)?.code == .notWritable }
      #expect(writer.bytes.isEmpty)
    }
  }

  @Test("a batch is written as it was read")
  func batch() throws {
    let text = try written([feature(3, properties: [.init(key: "k", value: .uint(.max))])], .lines)
    let splitter = try FeatureSplitter(.bytes(text))
    let slice = try #require(try splitter.next())
    var writer = FeatureWriter(.lines)
    try writer.write(FeatureParser().parse(slice).batch, feature: 0)
    #expect(writer.bytes == text)
  }
}
