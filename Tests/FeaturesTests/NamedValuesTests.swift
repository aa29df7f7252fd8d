import Foundation
import TestSupport
import Testing

@testable import OvertileFeatures

@Suite struct NamedValuesTests {
  /// Spellings of "é", of "한" and of "Å", which Unicode calls equivalent, and plain ones.
  private static let spellings = [
    "\u{E9}", "e\u{301}", "\u{D55C}", "\u{1112}\u{1161}\u{11AB}", "\u{C5}", "A\u{30A}", "\u{212B}", "a", "b\\\"",
    "\u{10FFFD}",
  ]

  @Test(arguments: seeds(200)) func `JSON keeps names apart that differ in bytes`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let table = Self.table(&random)
    let text = try ExactJSON.encode(table)
    #expect(try ExactJSON.decode(NamedValues<[NamedValues<Int>]>.self, from: text) == table, "seed \(seed)")
    // Read without Foundation: every name is in the text unchanged, once per object.
    let names = table.flatMap { [$0.key] + $0.value.flatMap(\.keys) }.map { "\"\(Self.escaped($0))\":" }
    for name in Set(names.map(ExactText.init)) {
      #expect(Self.count(name.text, in: text) == names.count { ExactText($0) == name }, "seed \(seed): \(name.text)")
    }
  }

  @Test(arguments: seeds(200)) func `Escape sequences and the order of names make no other table`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = Self.spellings.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))
    let values = NamedValues(names.enumerated().map { ($0.element, $0.offset) }) { $1 }
    let members = names.shuffled(using: &random).map { name in
      let key = Bool.random(using: &random) ? Self.escaped(name) : name.utf16.map { Self.escape($0) }.joined()
      return "\"\(key)\": \(values[name] ?? -1)"
    }
    let text = Array("{\(members.joined(separator: ", "))}".utf8)
    #expect(try ExactJSON.decode(NamedValues<Int>.self, from: text) == values, "seed \(seed)")
  }

  @Test(arguments: ["", "{", "}", "{\"é\"", "[\"é\",\"e\u{301}\"]", "{\"é\":1,\"e\u{301}", "{\"é\\", "{\"é\":{]"])
  func `What is no JSON is not marked`(text: String) {
    #expect(NameMarks(Array(text.utf8)) == nil)
  }

  private static func table(_ random: inout SeededRandom) -> NamedValues<[NamedValues<Int>]> {
    var table = NamedValues<[NamedValues<Int>]>()
    for name in spellings.shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random)) {
      table[name] = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        let names = spellings.shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random))
        return NamedValues(names.map { ($0, Int.random(in: 0...9, using: &random)) }) { $1 }
      }
    }
    return table
  }

  private static func escaped(_ name: String) -> String {
    name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func count(_ part: String, in text: [UInt8]) -> Int {
    let part = Array(part.utf8)
    guard text.count >= part.count else { return 0 }
    return (0...(text.count - part.count)).count { text[$0..<$0 + part.count].elementsEqual(part) }
  }
}
