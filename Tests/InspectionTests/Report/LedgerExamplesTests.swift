import Testing

@testable import OvertileInspection

@Suite struct LedgerExamplesTests {
  private func entry(_ code: String, _ index: Int) -> String {
    #"{"action":"rejected","code":"\#(code)","file":"a.geojson","index":\#(index),"line":\#(index),"reason":"r","source":"s"}"#
  }

  @Test func theFirstEntriesOfEachCodeAreKept() {
    let most = LedgerExamples.mostOfCode
    let lines = (0..<most + 9).flatMap { [entry("a", $0), entry("b", $0)] } + [entry("c", 0)]
    let found = LedgerExamples(lines: Array(lines.joined(separator: "\n").utf8))
    #expect(found.entries.count == 2 * most + 1 && found.damagedLines == 0)
    #expect(found.entries.filter { $0.code == "b" }.last?.location == "a.geojson:\(most - 1)")
  }

  @Test func linesThatAreNoEntriesAreCounted() {
    let more = #"{"action":"rejected","code":"a","count":7,"reason":"and 7 more","source":"s"}"#
    let lines = [entry("a", 1), "{", "[]", #"{"code":1}"#, "\u{FFFD}", more, ""]
    let found = LedgerExamples(lines: Array(lines.joined(separator: "\n").utf8) + [0x0A, 0xFF, 0xFE])
    #expect(found.entries.count == 1 && found.damagedLines == 5)
  }
}
