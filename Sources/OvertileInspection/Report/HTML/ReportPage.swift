/// A report as one page of HTML that loads nothing and runs nothing.
package enum ReportPage {
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
  package static func html(_ title: String, _ sections: [ReportSection]) -> [UInt8] {
    let links = sections.map { section -> Markup in
      """
      <li><a href="#\(section.id)">\(section.title)</a></li>
      """
    }
    // Tiles are named more than once; links lead to the first.
    var ids = Set(sections.map(\.id))
    let page: Markup = """
      \(Markup(stringLiteral: beginning))
      <title>\(title): report</title>
      <style>
      \(ReportStyle.text)
      </style>
      </head>
      <body>
      <header><h1>\(title)</h1><nav aria-label="Sections"><ul>\(links)</ul></nav></header>
      <main>
      \(sections.map { section($0, &ids) })
      </main>
      </body>
      </html>

      """
    return Array(page.html.utf8)
  }

  private static func section(_ section: ReportSection, _ ids: inout Set<String>) -> Markup {
    let notes = section.notes.map { note -> Markup in "<li>\(note)</li>" }
    return """
      <section id="\(section.id)" aria-labelledby="\(section.id)-title">
      <h2 id="\(section.id)-title">\(section.title)</h2>
      <p>\(section.lead)</p>
      \(section.figures.isEmpty ? "" : #"<div class="figures">\#(section.figures)</div>"# as Markup)
      \(section.tables.map { table($0, &ids) })
      \(notes.isEmpty ? "" : #"<ul class="notes">\#(notes)</ul>"# as Markup)
      </section>
      """
  }

  /// A table that scrolls on its own where it is too wide. `ids` are those of the page so far.
  private static func table(_ table: ReportTable, _ ids: inout Set<String>) -> Markup {
    let heads = table.columns.map { column -> Markup in
      #"<th scope="col"\#(style(column))>\#(column.title)</th>"#
    }
    let rows = table.rows.map { row -> Markup in
      let cells = zip(row, table.columns).enumerated().map { index, pair -> Markup in
        let (content, style) = (content(pair.0, &ids), style(pair.1))
        return index == 0 ? #"<th scope="row"\#(style)>\#(content)</th>"# : "<td\(style)>\(content)</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    let scrolling: Markup = """
      <div class="scroll" role="region" tabindex="0" aria-label="\(table.caption)">
      <table><caption>\(table.caption)</caption>\(table.hasHeads ? "<thead><tr>\(heads)</tr></thead>" : "" as Markup)\
      <tbody>\(rows)</tbody></table></div>
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
