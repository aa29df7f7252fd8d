import Foundation
import Testing

@testable import OvertileInspection

/// The page: what data can put into it, and what it draws of odd values.
@Suite struct ReportPageTests {
  private func page(_ section: ReportSection, title: String = "t") -> String {
    String(decoding: ReportPage(ReportSections(title: title, sections: [section])).html, as: UTF8.self)
  }

  private func figure(_ drawing: Diagram.Drawing, series: [String] = ["a", "b"]) -> String {
    DiagramDrawing.figure(Diagram(title: "t", description: "d", series: series, drawing: drawing), id: "x").html
  }

  @Test func dataIsNeverMarkup() {
    let text = "<b title='x' class=\"y\">&amp;\u{0}\u{202E}"
    var section = ReportSection("s", text, lead: text)
    section.tables = [
      ReportTable(text, [text, "#" + text], [[.text(text), .tile(text)], [.command(text), .text(text)]])
    ]
    section.notes = [text]
    let drawings: [Diagram.Drawing] = [
      .bars([Diagram.Bar(label: text, segments: [1, 2], value: text)]),
      .map([Diagram.Point(longitude: 1, latitude: 2, series: 0, label: text)], bounds: nil),
    ]
    section.diagrams = drawings.map { Diagram(title: text, description: text, series: [text, text], drawing: $0) }
    let html = page(section, title: text)
    #expect(!html.contains("<b ") && !html.contains("title='x'"))
    #expect(!html.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{202E}" })
    let safe = "&lt;b title=&#39;x&#39; class=&quot;y&quot;&gt;&amp;amp;\\u{0}\\u{202E}"
    #expect(html.components(separatedBy: safe).count > 15)
  }

  @Test func oddNumbersAreDrawn() {
    let odd: [[Double]] = [[], [0, 0], [.infinity, 1], [.nan, 1], [1e300, 1e300], [-1, 5]]
    for segments in odd {
      let drawn = figure(.bars([Diagram.Bar(label: "", segments: segments, value: "")]))
      #expect(!drawn.contains("=\"nan") && !drawn.contains("=\"inf"), "\(segments)")
    }
  }

  @Test(arguments: [
    [], [[0.0, 0]], [[-180, -90], [180, 90]], [[179.999, 89.999]], [[7, 46], [7.01, 46.01]], [[-170, 10], [170, 11]],
  ])
  func mapsHoldTheirPoints(_ positions: [[Double]]) throws {
    let points = positions.map { Diagram.Point(longitude: $0[0], latitude: $0[1], series: 0, label: "") }
    let drawn = figure(.map(points, bounds: [1, .nan, 2, 3]))
    let height = try #require(Double(drawn.firstMatch(of: /viewBox="0 0 420 ([0-9.]+)"/)?.1 ?? ""))
    #expect(height >= 209 && height <= 421)
    let circles = drawn.matches(of: /cx="([-0-9.]+)" cy="([-0-9.]+)"/)
    #expect(circles.count == points.count)
    for circle in circles {
      let (x, y) = (try #require(Double(circle.1)), try #require(Double(circle.2)))
      #expect((0...420).contains(x) && (0...height).contains(y))
    }
  }

  @Test func aTileHasOneTarget() {
    var section = ReportSection("s", "s", lead: "")
    section.tables = [ReportTable("c", ["tile"], [[.tile("3/4/2")], [.tile("3/4/2")]])]
    let html = page(section)
    #expect(html.components(separatedBy: "id=\"3/4/2\"").count == 2)
    #expect(html.components(separatedBy: "href=\"#3/4/2\"").count == 3)
  }
}
