import OvertileExpressions
import Testing

@testable import OvertileConfiguration

/// The advice on keys and values that people know from elsewhere, or write in their own words.
struct AdviceTests {
  /// The reasons of the problems at a key, for a sound configuration with a line inserted below a mark.
  private func reasons(_ line: String, below mark: String, at key: String) -> [String] {
    let marks = ["source": "  s: {path: a}\n", "layer": "    kind: cluster\n", "output": "  path: out\n"]
    var text =
      "name: N\nsources:\n  s: {path: a}\nlayers:\n  a:\n    source: s\n    kind: cluster\noutput:\n  path: out\n"
    guard let place = marks[mark], let range = text.range(of: place) else { return [] }
    let indent = String(repeating: " ", count: mark == "output" ? 2 : 4)
    text.replaceSubrange(
      range, with: mark == "source" ? "  s:\n    path: a\n    \(line)\n" : place + indent + line + "\n")
    do {
      _ = try PipelineConfiguration(yaml: text, file: "p.yaml")
      return []
    } catch {
      return error.problems.filter { $0.keyPath.hasSuffix(key) }.map(\.reason)
    }
  }

  @Test(arguments: [
    ("layer", "minzoom", "zooms: 0-14"), ("layer", "min_zoom", "zooms: 0-14"), ("layer", "maximum-zoom", "zooms: 0-14"),
    ("layer", "cluster_radius", "cluster: {radius: 40px}"), ("layer", "minPoints", "the valid keys here are source"),
    ("layer", "drop-rate", "remove it"), ("layer", "map", "aggregates"),
    ("source", "promoteId", "id: PROPERTY"), ("source", "data", "path: FILE"), ("output", "minzoom", "zooms: 0-14"),
    ("layer", "zoms", "did you mean \"zooms\"?"),
    ("layer", "nothing", "the valid keys here are source"),
  ])
  func aKeyOfAnotherProgramIsAnswered(mark: String, key: String, advice: String) {
    let reasons = reasons("\(key): 1", below: mark, at: key)
    #expect(
      reasons.count == 1 && reasons[0].contains("unknown key \"\(key)\"") && reasons[0].contains(advice), "\(reasons)")
  }

  @Test(arguments: [
    ("zooms: 0..8", "zooms", "such as 0-14"), ("zooms: 30-35", "zooms", "between 0 and 24"),
    ("zooms:", "zooms", "a zoom or a range of zooms"), ("filter: [=, [get, a], 3]", "filter", "write \"==\""),
    ("properties: {keep: visits}", "keep", "[visits]"), ("properties: {drop: visits}", "drop", "[visits]"),
    ("cluster: {aggregates: {total: visits}}", "total", "a mapping with keys such as"),
    ("cluster: {radius: 40 pixels}", "radius", "valid units: px"),
    ("cluster: {radius: '1,5px'}", "radius", "decimal separator: 1.5px"),
  ])
  func aValueOfAnotherFormIsAnswered(line: String, key: String, advice: String) {
    let reasons = reasons(line, below: "layer", at: key)
    #expect(reasons.count == 1 && reasons[0].contains(advice), "\(reasons)")
  }

  @Test(arguments: [
    ("crs: 27700", "crs", "EPSG:27700"), ("quarantine: yes", "quarantine", "expected true or false"),
    ("onInvalid: skip\n    maxRejected: 1 percent", "maxRejected", "valid units: %"),
  ])
  func aValueOfASourceIsAnswered(line: String, key: String, advice: String) {
    let reasons = reasons(line, below: "source", at: key)
    #expect(reasons.count == 1 && reasons[0].contains(advice), "\(reasons)")
  }

  @Test(arguments: [
    ("output: out.pmtiles", "a mapping with keys such as path"), ("name: a", "missing key \"output\""),
    ("layers: {a: {source: a, kind: circle}}", "missing key \"circle\""),
    ("sources: [{path: a}]", "a mapping from names to values"),
    ("sources: {s: a.json}", "a mapping with keys such as path"),
    ("sources:\ns: {path: a}", "found nothing"),
    ("a:\n\tb: 1", "indent with spaces instead of tabs"),
    ("name: a: b", "quote text that contains a colon"), ("name: 'a", "the quote at 1:7 is not closed"),
    ("sources: {s: {path: ${A}/b}}", "in quotes: \"${NAME}\""), ("a:\n  b: 1\n c: 2", "as far as the lines above it"),
  ])
  func aMistakeOfTheFileIsAnswered(text: String, advice: String) {
    do {
      _ = try PipelineConfiguration(yaml: text + "\n", file: "p.yaml")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(advice), "\(error)")
    }
  }

  @Test(arguments: [
    ("--clip-bounding-box", "use bounds:"), ("--drop-densest-as-needed", "does not thin out features"),
    ("-zg", "zooms: 0-auto"), ("-z14", "zooms: 0-14"), ("-Z", "zooms: 0-14"), ("--maximum-zoom=12", "zooms: 0-14"),
    ("-r1", "does not thin out features"), ("-K", "radius: 40px"), ("-x", "drop: [note]"),
    ("-y", "keep: [name, visits]"),
    ("-l", "layers: {NAME"), ("--promoteId", "id: PROPERTY"),
  ])
  func anOptionOfAnotherProgramIsAnswered(option: String, advice: String) {
    #expect(ForeignNames.advice(onOption: option)?.contains(advice) == true)
  }

  @Test(arguments: ["--otput", "--nope", "-7", "-", "--"])
  func anOptionOfNobodyHasNoAdvice(option: String) { #expect(ForeignNames.advice(onOption: option) == nil) }

  /// No name of the table is one of our own in every mapping, or nobody would ever see its advice.
  @Test func theTableHasNoneOfOurNames() {
    for name in ["layers", "sources", "zooms", "kind", "path", "crs", "keep", "drop", "radius", "extent", "buffer"] {
      #expect(ForeignNames.advice(name) == nil, "\(name)")
    }
  }
}
