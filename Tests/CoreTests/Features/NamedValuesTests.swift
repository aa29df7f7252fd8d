import Foundation
import TestSupport
import Testing

@testable import OvertileCore

@Suite struct NamedValuesTests {
  @Test func `Names that differ only in normalization are one name`() {
    var values: NamedValues = ["\u{E9}": 1, "b": 2]
    values["e\u{301}"] = 3
    #expect(values.count == 2 && values["\u{E9}"] == 3 && values.keys.last.map { Array($0.utf8) } != nil)
    var keys = ValueTable()
    let composed = keys.intern(key: "\u{E9}")
    #expect(keys.intern(key: "e\u{301}") == composed && keys.find(key: "e\u{301}") == composed)
    #expect(keys.intern(key: "\u{212B}") == keys.intern(key: "A\u{30A}") && keys.count == 2)
    #expect(keys.string(composed).utf8.elementsEqual("\u{E9}".utf8))
  }

  @Test(arguments: seeds(200)) func `Tables read back from JSON`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = ["\u{E9}", "\u{D55C}", "a", "b\\\"", "/", "\u{10FFFD}"]
    var table = NamedValues<[NamedValues<Int>]>()
    for name in names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)) {
      table[name] = [NamedValues(names.map { ($0, Int.random(in: 0...9, using: &random)) }) { $1 }]
    }
    let text = try ExactJSON.encode(table)
    #expect(try ExactJSON.decode(NamedValues<[NamedValues<Int>]>.self, from: text) == table, "seed \(seed)")
  }

  @Test func `The last of several entries of a key stays`() {
    var columns = PropertyColumns()
    let (a, b) = (columns.keys.intern(key: "a"), columns.keys.intern(key: "b"))
    columns.keyIndices = [a, b, a, b, a, a, a]
    columns.valueIndices = [1, 2, 3, 4, 5, 6, 7]
    columns.rowEnds = [3, 4, 4, 7]
    #expect(columns.keepLastOfEachKey() == [0, 3])
    #expect(columns.keyIndices == [b, a, b, a] && columns.valueIndices == [2, 3, 4, 7])
    #expect(columns.rowEnds == [2, 3, 3, 4])
  }
}
