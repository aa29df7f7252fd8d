import ArgumentParser
import OvertileInspection
import OvertilePublishing

/// `overtile report`: the facts about a bundle and its build, as text or as one page of HTML.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report on a bundle and its build, as text or HTML.",
    discussion: """
      Takes what `inspect` takes. The report and the ledger of the build, NAME.report.json and NAME.ledger.jsonl, are read \
      beside the bundle. If one is missing, is damaged, or is about another build, the report says so and leaves out what \
      it would show. An archive alone shows its zooms and tile sizes.

      With --html the report is one file that loads nothing: diagrams, the tables behind them, links to the largest tiles, \
      and the rejected features of a quarantine on a small map. It needs no script, adapts to dark mode and to a phone, and \
      can be printed. The same inputs give the same bytes. Texts of the data are shown as texts, also if they hold HTML.

      A build overwrites the report of the one before. Keep copies, and name them with --earlier to compare builds in a \
      row. Without --earlier the releases that `publish: versioned` keeps are compared.

      EXAMPLES
        overtile report .bundles/quickstart
        overtile report .bundles/quickstart --html report.html
        overtile report nightly/current --html report.html --earlier kept/mon.json kept/tue.json
        overtile report theirs.pmtiles --deep --html theirs.html
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Option(
    help: ArgumentHelp(
      "Write one page of HTML to this file instead of text to standard output; a report there is replaced, another file is not.",
      valueName: "file"), completion: .file())
  var html: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Reports of earlier builds, the oldest first.", valueName: "report.json"), completion: .file())
  var earlier: [String] = []

  @Flag(help: "Read every tile to count entries, for archives that do not state them.")
  var deep = false

  @Option(help: "How many of the largest tiles to name.")
  var largest = 10

  func validate() throws {
    if !(0...10_000).contains(largest) { throw ValidationError("--largest must be 0 to 10000") }
    if html == "" { throw ValidationError("--html: the name of the file is empty") }
  }

  // A mistyped name must not cost an input, a ledger or a quarantine.
  private static let page = FileMark(
    "a page of HTML that overtile report wrote", beginning: Array(ReportPage.beginning.utf8))

  func run() throws {
    var reader = FactsReader()
    (reader.readsTiles, reader.largestTiles, reader.earlier) = (deep, largest, earlier)
    try Looking.run(output: html, reading: source) {
      if let html { try OwnFile.rejectForeign(html, Self.page) }
      let facts = try reader.facts(of: source)
      let report = ReportSections(facts)
      guard let html else { return Array((TerminalText.safe(ReportText(report: report).text) + "\n").utf8) }
      // A report is not written over the files that it is made from.
      for file in facts.filesRead { try OutputFile(html).rejectForeign(reading: file) }
      return ReportPage(report).html
    }
  }
}
