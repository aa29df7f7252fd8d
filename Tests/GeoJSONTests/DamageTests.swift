import Foundation
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Damaged input")
struct DamageTests {
  private static let collection =
    "{\"name\":\"x\",\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[\n\(point(1)),\n\(point(2)) , \(point(3))\n],\"y\":[{\"a\":\"b\\\\\"}]}"

  @Test("a collection cut at any byte: what was complete, then an error")
  func truncation() {
    let bytes = Array(Self.collection.utf8)
    for input in [bytes, Array("\u{FEFF}".utf8) + bytes] {
      for length in 0..<input.count {
        for options in [FeatureSplitter.Options(), .init(sliceByteCount: 9, readByteCount: 7)] {
          let cut = Array(input[..<length])
          let reading = Reading(.bytes(cut), options)
          #expect(reading.error != nil && reading.rejected.isEmpty, "\(length)")
          let complete = String(decoding: cut, as: UTF8.self).components(separatedBy: "\"v\":").dropFirst()
            .count { $0.dropFirst().hasPrefix("}}") }
          #expect(values(reading) == (0..<Int64(complete)).map { $0 + 1 }, "\(length)")
          if let offset = reading.error?.byteOffset { #expect(offset <= UInt64(length), "\(length)") }
        }
      }
    }
    #expect(Reading(.bytes(bytes)).error == nil)
  }

  @Test("lines and sequences cut at any byte report it, except between texts")
  func truncatedTexts() {
    for separator in ["", "\u{1E}"] {
      let bytes = Array((separator + point(1) + "\n" + separator + point(2)).utf8)
      let ends = [separator.utf8.count + point(1).utf8.count]
      for length in 1..<bytes.count {
        let reading = Reading(.bytes(Array(bytes[..<length])))
        let isBetween = length >= ends[0] && length <= ends[0] + 1 + separator.utf8.count
        #expect((reading.error == nil && reading.rejected.isEmpty) == isBetween, "\(length)")
        #expect(reading.features.count == (length >= ends[0] ? 1 : 0), "\(length)")
      }
    }
  }

  @Test("random damage never traps, and splitting it differently changes nothing")
  func corruption() throws {
    for seed in seeds(3000) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let framing = Framing.allCases.randomElement(using: &random.random) ?? .lines
      var bytes = written(random.features(Int.random(in: 1...3, using: &random.random)), framing)
      Self.damage(&bytes, &random.random)
      let whole = Reading(.bytes(bytes))
      let size = Int.random(in: 1...100, using: &random.random)
      let chunks = Reading(.bytes(bytes), .init(sliceByteCount: size, readByteCount: size))
      #expect(whole.features == chunks.features && whole.locations == chunks.locations, "seed \(seed)")
      #expect(whole.rejected == chunks.rejected && whole.error?.code == chunks.error?.code, "seed \(seed)")
      #expect(whole.error?.byteOffset == chunks.error?.byteOffset, "seed \(seed)")
      let indices = (whole.locations + whole.rejected.map(\.location)).map(\.index).sorted()
      #expect(indices == (0..<UInt64(indices.count)).map { $0 }, "seed \(seed)")
    }
  }

  /// Changes, adds or removes a few bytes.
  static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let marks = Array("{}[]\",:\\0-.e\n\u{1E} tfn".utf8) + [0, 0xFF, 0xC3]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      let mark = marks.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] = mark
      case 2: bytes.insert(mark, at: index)
      case 3: bytes.remove(at: index)
      default: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
      }
    }
  }

  @Test("what Foundation refuses as JSON is refused here, but for separators around a text")
  func validity() throws {
    for seed in seeds(1500) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      var bytes = written([random.feature()], .lines)
      Self.damage(&bytes, &random.random)
      guard !bytes.contains(0x1E), (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil else { continue }
      let reading = Reading(.bytes(bytes))
      #expect(
        reading.error != nil || !reading.rejected.isEmpty, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
