import Foundation
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Round trips")
struct RoundTripTests {
  /// The same features in every arrangement of a stream.
  private func arrangements(_ features: [PlainFeature]) throws -> [(String, [UInt8])] {
    let collection = written(features, .collection)
    let lines = written(features, .lines)
    let list = Array(collection.dropFirst(39).dropLast(2))  // "[ ... ]"
    let pretty = prettyPrinted(lines)
    let body = String(decoding: list, as: UTF8.self)
    return [
      ("collection", collection), ("lines", lines), ("sequence", written(features, .sequence)),
      ("features first", Array("{\"features\":\(body),\"x\":[{}],\"type\":\"FeatureCollection\"}".utf8)),
      ("pretty", pretty), ("CRLF", Array(String(decoding: lines, as: UTF8.self).replacing("\n", with: "\r\n").utf8)),
      ("no feeds", lines.filter { $0 != UInt8(ascii: "\n") }), ("gzip", gzip(collection)), ("gzip lines", gzip(lines)),
      ("pretty collection", prettyPrinted(collection)),
    ]
  }

  /// The text with line feeds and blanks around brackets, colons and commas outside strings.
  private func prettyPrinted(_ text: [UInt8]) -> [UInt8] {
    var (output, inString, escaped) = ([UInt8](), false, false)
    for byte in text {
      let isMark = !inString && "{}[],:".utf8.contains(byte)
      if isMark { output += Array("\n ".utf8) }
      output.append(byte)
      if isMark { output += Array("\r\n\t".utf8) }
      if byte == UInt8(ascii: "\"") && !escaped { inString.toggle() }
      escaped = byte == UInt8(ascii: "\\") && !escaped
    }
    return output
  }

  @Test("any arrangement, any slice and read size: the same features")
  func arrangements() throws {
    for seed in seeds(60) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let features = random.features(Int.random(in: 1...12, using: &random.random))
      for (name, bytes) in try arrangements(features) {
        let options = FeatureSplitter.Options(
          sliceByteCount: Int.random(in: 1...400, using: &random.random),
          readByteCount: Int.random(in: 1...300, using: &random.random))
        let reading = Reading(.bytes(bytes), options)
        #expect(reading.error == nil && reading.rejected.isEmpty, "seed \(seed), \(name)")
        let difference = zip(reading.features, features).first { $0 != $1 }
        #expect(difference == nil && reading.features.count == features.count, "seed \(seed), \(name)")
        #expect(reading.locations.map(\.index) == (0..<UInt64(features.count)).map { $0 }, "seed \(seed), \(name)")
      }
    }
  }

  @Test("places are those that a search finds")
  func locations() throws {
    for seed in seeds(40) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let bytes = written(random.features(6), [.collection, .lines].randomElement(using: &random.random) ?? .lines)
      let size = Int.random(in: 1...200, using: &random.random)
      let reading = Reading(.bytes(bytes), .init(sliceByteCount: size, readByteCount: size))
      for location in reading.locations {
        let start = Int(location.byteOffset)
        #expect(bytes[start...].starts(with: "{\"type\":\"Feature\"".utf8), "seed \(seed)")
        let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
        #expect(location.line == UInt64(line), "seed \(seed)")
      }
    }
  }

  /// Foundation rounds numbers to some 15 digits.
  private func isNear(_ read: Double?, _ expected: Double) -> Bool {
    abs((read ?? .nan) - expected) <= 1e-12 * abs(expected)
  }

  @Test("Foundation reads the same from what was written")
  func foundation() throws {
    for seed in seeds(60) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let features = random.features(5)
      let bytes = written(features, .collection)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let members = object?["features"] as? [[String: Any]] ?? []
      #expect(members.count == features.count, "seed \(seed)")
      for (feature, member) in zip(features, members) {
        let properties = member["properties"] as? [String: Any] ?? [:]
        #expect(properties.count == feature.properties.count, "seed \(seed)")
        for property in feature.properties {
          switch property.value {
          case .null: #expect(properties[property.key] is NSNull, "seed \(seed)")
          case .string(let text): #expect(properties[property.key] as? String == text, "seed \(seed)")
          case .int(let int): #expect((properties[property.key] as? NSNumber)?.int64Value == int, "seed \(seed)")
          case .double(let double):
            #expect(isNear((properties[property.key] as? NSNumber)?.doubleValue, double), "seed \(seed)")
          default: #expect(properties[property.key] != nil, "seed \(seed)")
          }
        }
        let geometry = member["geometry"] as? [String: Any]
        if feature.type == .point, let position = feature.elements.first?.rings[0][0] {
          let read = geometry?["coordinates"] as? [Double]
          #expect(isNear(read?.first, position[0]) && isNear(read?.last, position[1]), "seed \(seed)")
        }
        #expect(geometry?["type"] as? String == (feature.type == .none ? nil : feature.type.name), "seed \(seed)")
      }
    }
  }
}
