import ArgumentParser
import OvertileInspection
import OvertilePublishing

/// `overtile report`: the facts about a bundle and its build, as text or as one page of HTML.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report on a bundle and its build, as text or HTML.",
    discussion: """
      Reads the same inputs as `inspect`. The build's report and ledger, NAME.report.json and NAME.ledger.jsonl, are read \
      beside the bundle. If one of them is missing, damaged or from a different build, the report says so and leaves out \
      the sections that depend on it. The report on a single archive shows its zooms and tile sizes.

      With --html, the report is one self-contained file with diagrams, the tables behind them, links to the largest \
      tiles, and the rejected features of a quarantine on a small map. It needs no scripts, adapts to dark mode and to \
      phones, and can be printed. The same inputs give the same bytes. HTML in the data is shown as text.

      A build overwrites the report of the previous build. To compare builds, keep copies and specify them with --earlier. \
      Without --earlier, the releases that `publish: versioned` keeps are compared.

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
      "Write an HTML page to this file instead of text to standard output; only an existing report is replaced.",
      valueName: "file"), completion: .file())
  var html: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Reports of earlier builds, oldest first.", valueName: "report.json"), completion: .file())
  var earlier: [String] = []

  @OptionGroup var options: InspectionOptions

  // A mistyped name must not cost an input, a ledger or a quarantine.
  private static let page = FileMark(
    "an HTML page written by overtile report", beginning: Array(ReportPage.beginning.utf8))

  func run() throws {
    try LineOutput.run(to: html, replacing: Self.page, reading: source) { write in
      let facts = try ReportFacts(of: source, options.inspector, earlier: earlier)
      guard html != nil else { return try StandardOutput.write(line: ReportText.text(facts.sections)) }
      try write(ReportPage.html(facts.title, facts.sections))
    }
  }
}
