import Foundation
import Testing

@testable import OvertileInspection

/// The page: what data can put into it, and what it draws of odd values.
@Suite struct ReportPageTests {
  private func page(_ section: ReportSection, title: String = "t") -> String {
    String(decoding: ReportPage.html(title, [section]), as: UTF8.self)
  }

  /// Entries of a ledger with positions, longitude first, or without.
  private func entries(_ positions: [[Double]?], text: String = "") throws -> [LedgerExamples.Entry] {
    try positions.map { position in
      let members = ["action": "rejected", "code": text, "source": text, "reason": text, "file": text]
      var entry = try JSONDecoder().decode(LedgerExamples.Entry.self, from: try JSONEncoder().encode(members))
      entry.position = position
      return entry
    }
  }

  @Test func dataIsNeverMarkup() throws {
    let text = "<b title='x' class=\"y\">&amp;\u{0}\u{202E}"
    let numbers = ReportTable(text, [text, "#" + text, "#b"], [[.text(text), .number(1, text), .number(2, text)]])
    let section = ReportSection(
      id: "s", title: text, lead: text,
      figures: [
        Figure.bars(text, numbers, 1..<3) { $0[1].text },
        Figure.ledgerMap(try entries([[1, 2]], text: text), nil),
      ],
      tables: [
        ReportTable(text, [text, "#" + text], [[.text(text), .tile(text)], [.command(text), .text(text)]])
      ], notes: [text])
    let html = page(section, title: text)
    #expect(!html.contains("<b ") && !html.contains("title='x'"))
    #expect(!html.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{202E}" })
    let safe = "&lt;b title=&#39;x&#39; class=&quot;y&quot;&gt;&amp;amp;\\u{0}\\u{202E}"
    #expect(html.components(separatedBy: safe).count > 15)
  }

  @Test func oddNumbersAreDrawn() {
    let odd: [[Double]] = [[0, 0], [.infinity, 1], [.nan, 1], [1e300, 1e300], [-1, 5]]
    for numbers in odd {
      let table = ReportTable("", ["", "a", "b"], [[.text("")] + numbers.map { .number($0, "") }])
      let drawn = Figure.bars("t", table, 1..<3).html
      #expect(!drawn.contains("=\"nan") && !drawn.contains("=\"inf"), "\(numbers)")
    }
    #expect(!Figure.bars("t", ReportTable("", ["", "a"], []), 1..<2).html.contains("<rect"))
  }

  @Test(arguments: [
    [], [[0.0, 0]], [[-180, -90], [180, 90]], [[179.999, 89.999]], [[7, 46], [7.01, 46.01]], [[-170, 10], [170, 11]],
  ])
  func mapsHoldTheirPoints(_ positions: [[Double]]) throws {
    let drawn = Figure.ledgerMap(try entries(positions + [nil]), [1, .nan, 2, 3]).html
    let height = try #require(Double(drawn.firstMatch(of: /viewBox="0 0 420 ([0-9.]+)"/)?.1 ?? ""))
    #expect(height >= 209 && height <= 421)
    let circles = drawn.matches(of: /cx="([-0-9.]+)" cy="([-0-9.]+)"/)
    #expect(circles.count == positions.count)
    for circle in circles {
      let (x, y) = (try #require(Double(circle.1)), try #require(Double(circle.2)))
      #expect((0...420).contains(x) && (0...height).contains(y))
    }
  }

  @Test func aTileHasOneTarget() {
    let table = ReportTable("c", ["tile"], [[.tile("3/4/2")], [.tile("3/4/2")]])
    let html = page(ReportSection(id: "s", title: "s", lead: "", tables: [table]))
    #expect(html.components(separatedBy: "id=\"3/4/2\"").count == 2)
    #expect(html.components(separatedBy: "href=\"#3/4/2\"").count == 3)
  }
}
