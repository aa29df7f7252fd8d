/// A report as one page of HTML that loads nothing and runs nothing.
package struct ReportPage: Sendable {
  private let report: ReportSections

  /// Makes the page of a report.
  package init(_ report: ReportSections) { self.report = report }

  /// The first lines of every page, which show that a file is one.
  package static let beginning = [
    "<!doctype html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    "<meta name=\"color-scheme\" content=\"light dark\">",
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
  ].joined(separator: "\n")

  /// The page in UTF-8. The same report gives the same bytes.
  package var html: [UInt8] {
    let title = Markup.text(report.title)
    let links = report.sections.map {
      Markup.element("li", [:], Markup.element("a", ["href": "#\($0.id)"], Markup.text($0.title)))
    }
    // Tiles are named more than once; links lead to the first.
    var ids = Set(report.sections.map(\.id))
    let sections = report.sections.map { section($0, &ids) }
    let lines = [
      Self.beginning, "<title>\(title): report</title>", "<style>", ReportStyle.text, "</style>", "</head>", "<body>",
      "<header><h1>\(title)</h1><nav aria-label=\"Sections\"><ul>\(links.joined())</ul></nav></header>", "<main>",
      sections.joined(separator: "\n"), "</main>", "</body>", "</html>", "",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func section(_ section: ReportSection, _ ids: inout Set<String>) -> String {
    var parts = [
      Markup.element("h2", ["id": "\(section.id)-title"], Markup.text(section.title)),
      Markup.element("p", [:], Markup.text(section.lead)),
    ]
    if !section.diagrams.isEmpty {
      let figures = section.diagrams.enumerated().map { DiagramDrawing.figure($1, id: "\(section.id)-\($0)") }
      parts.append(Markup.element("div", ["class": "figures"], figures.joined(separator: "\n")))
    }
    for table in section.tables { parts.append(TableMarkup.table(table, &ids)) }
    if !section.notes.isEmpty {
      let items = section.notes.map { Markup.element("li", [:], Markup.text($0)) }
      parts.append(Markup.element("ul", ["class": "notes"], items.joined()))
    }
    return Markup.element(
      "section", ["id": section.id, "aria-labelledby": "\(section.id)-title"], parts.joined(separator: "\n"))
  }
}

/// Tables of HTML.
enum TableMarkup {
  /// A table that scrolls on its own where it is too wide. `ids` are those of the page so far.
  static func table(_ table: ReportTable, _ ids: inout Set<String>) -> String {
    let heads = table.columns.map { column in
      Markup.element(
        "th", column.isNumber ? ["scope": "col", "class": "number"] : ["scope": "col"], Markup.text(column.title))
    }
    let rows = table.rows.map { row in
      let cells = zip(row, table.columns).enumerated().map { index, pair in
        cell(pair.0, pair.1, isHead: index == 0, &ids)
      }
      return Markup.element("tr", [:], cells.joined())
    }
    let hasHeads = table.columns.contains { !$0.title.isEmpty }
    let content =
      Markup.element("caption", [:], Markup.text(table.caption))
      + (hasHeads ? Markup.element("thead", [:], Markup.element("tr", [:], heads.joined())) : "")
      + Markup.element("tbody", [:], rows.joined(separator: "\n"))
    let scrolling = Markup.element(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": table.caption],
      Markup.element("table", [:], content))
    guard table.isDetail else { return scrolling }
    return Markup.element("details", [:], Markup.element("summary", [:], Markup.text(table.caption)) + scrolling)
  }

  private static func cell(
    _ cell: ReportTable.Cell, _ column: ReportTable.Column, isHead: Bool, _ ids: inout Set<String>
  ) -> String {
    let text = Markup.text(cell.text)
    let content: String
    switch cell {
    case .text: content = text
    case .command: content = Markup.element("code", [:], text)
    case .tile(let address):
      let isFirst = ids.insert(address).inserted
      content = Markup.element("a", isFirst ? ["id": address, "href": "#\(address)"] : ["href": "#\(address)"], text)
    }
    if isHead {
      return Markup.element("th", column.isNumber ? ["scope": "row", "class": "number"] : ["scope": "row"], content)
    }
    return Markup.element("td", column.isNumber ? ["class": "number"] : [:], content)
  }
}
