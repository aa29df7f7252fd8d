import Foundation
import OvertileCore
import TestSupport
import Testing

@Suite struct JSONTextTests {
  private static let choices: [JSONText.Escapes] = [[], .lines, [.lines, .breaks]]

  /// Foundation reads back the text that was written, whatever the choice of escapes.
  @Test func stringsReadBack() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x80 : 0x1_F700), using: &random))
      }
      let string = String(String.UnicodeScalarView(scalars))
      let texts = Self.choices.map { JSONText.quoted(string, $0) }
      let read = try texts.map { Array(try JSONDecoder().decode(String.self, from: Data($0.utf8)).utf8) }
      #expect(read.allSatisfy { $0 == Array(string.utf8) }, "seed \(seed): \(texts)")
    }
  }

  @Test func escapesAreChosen() {
    let string = "\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{1}\u{1F}\u{7F}\u{E9}"
    let expected = [
      #""\"\\/\u0008\u0009\u000a\u000c\u000d\u0001\u001f\#u{7F}é""#,
      #""\"\\/\u0008\t\n\u000c\r\u0001\u001f\#u{7F}é""#, #""\"\\/\b\t\n\f\r\u0001\u001f\#u{7F}é""#,
    ]
    #expect(Self.choices.map { JSONText.quoted(string, $0) } == expected)
  }

  @Test func valuesReadBackFromBothTexts() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let value = Self.value(&random, depth: 4)
      for text in [value.utf8, value.lines] {
        #expect(JSONValue(text: text) == value, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      }
      #expect(try ExactJSON.decode(JSONValue.self, from: ExactJSON.encode(value)) == value, "seed \(seed)")
    }
  }

  private static func value(_ random: inout SeededRandom, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .int(Int64.random(in: .min ... .max, using: &random))
    case 3: return .uint(UInt64.random(in: (1 << 63) ... .max, using: &random))
    case 4: return .double(Double(Int.random(in: -1000...1000, using: &random)) + 0.5)
    case 5: return .string("text \(Int.random(in: 0...9, using: &random))\n")
    case 6: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth - 1) })
    default:
      let members = (0..<Int.random(in: 0...3, using: &random)).map { ("k\($0)", value(&random, depth: depth - 1)) }
      return .object(NamedValues(members) { first, _ in first })
    }
  }

  @Test func objectsTakeMembers() {
    let object: JSONValue = ["a": 1, "b": [true, "x"]]
    #expect(object.adding(["a": 2, "c": .null]) == ["a": 2, "b": [true, "x"], "c": .null])
    #expect(JSONValue.int(1).adding(["a": 1]) == .int(1))
    #expect(object["b"]?.array?[1].string == "x" && object["z"] == nil && JSONValue.null["a"] == nil)
    #expect(JSONValue.string(" 12 ").integer == 12 && JSONValue.double(.infinity).number == nil)
  }
}
