/// A report as one page of HTML that loads nothing and runs nothing.
package struct ReportPage: Sendable {
  private let report: ReportSections

  /// Makes the page of a report.
  package init(_ report: ReportSections) { self.report = report }

  /// The first lines of every page, which show that a file is one.
  package static let beginning = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    """

  /// The page in UTF-8. The same report gives the same bytes.
  package var html: [UInt8] {
    let links = report.sections.map { section -> Markup in
      """
      <li><a href="#\(section.id)">\(section.title)</a></li>
      """
    }
    // Tiles are named more than once; links lead to the first.
    var ids = Set(report.sections.map(\.id))
    let page: Markup = """
      \(Markup(stringLiteral: Self.beginning))
      <title>\(report.title): report</title>
      <style>
      \(ReportStyle.text)
      </style>
      </head>
      <body>
      <header><h1>\(report.title)</h1><nav aria-label="Sections"><ul>\(links)</ul></nav></header>
      <main>
      \(report.sections.map { section($0, &ids) })
      </main>
      </body>
      </html>

      """
    return Array(page.html.utf8)
  }

  private func section(_ section: ReportSection, _ ids: inout Set<String>) -> Markup {
    let figures = section.diagrams.enumerated().map { DiagramDrawing.figure($1, id: "\(section.id)-\($0)") }
    let notes = section.notes.map { note -> Markup in "<li>\(note)</li>" }
    return """
      <section id="\(section.id)" aria-labelledby="\(section.id)-title">
      <h2 id="\(section.id)-title">\(section.title)</h2>
      <p>\(section.lead)</p>
      \(figures.isEmpty ? "" : #"<div class="figures">\#(figures)</div>"# as Markup)
      \(section.tables.map { TableMarkup.table($0, &ids) })
      \(notes.isEmpty ? "" : #"<ul class="notes">\#(notes)</ul>"# as Markup)
      </section>
      """
  }
}

/// Tables of HTML.
enum TableMarkup {
  /// A table that scrolls on its own where it is too wide. `ids` are those of the page so far.
  static func table(_ table: ReportTable, _ ids: inout Set<String>) -> Markup {
    let heads = table.columns.map { column -> Markup in
      #"<th scope="col"\#(style(column))>\#(column.title)</th>"#
    }
    let hasHeads = table.columns.contains { !$0.title.isEmpty }
    let head: Markup = hasHeads ? "<thead><tr>\(heads)</tr></thead>" : ""
    let rows = table.rows.map { row -> Markup in
      let cells = zip(row, table.columns).enumerated().map { index, pair -> Markup in
        let (content, style) = (content(pair.0, &ids), style(pair.1))
        return index == 0 ? #"<th scope="row"\#(style)>\#(content)</th>"# : "<td\(style)>\(content)</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    let scrolling: Markup = """
      <div class="scroll" role="region" tabindex="0" aria-label="\(table.caption)">
      <table><caption>\(table.caption)</caption>\(head)<tbody>\(rows)</tbody></table></div>
      """
    return table.isDetail ? "<details><summary>\(table.caption)</summary>\(scrolling)</details>" : scrolling
  }

  private static func style(_ column: ReportTable.Column) -> Markup { column.isNumber ? #" class="number""# : "" }

  private static func content(_ cell: ReportTable.Cell, _ ids: inout Set<String>) -> Markup {
    switch cell {
    case .text, .number: return "\(cell.text)"
    case .command: return "<code>\(cell.text)</code>"
    case .tile(let address):
      let id: Markup = ids.insert(address).inserted ? #" id="\#(address)""# : ""
      return ##"<a\##(id) href="#\##(address)">\##(address)</a>"##
    }
  }
}
