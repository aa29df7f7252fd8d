import OvertileExpressions
import TestSupport
import Testing

@testable import OvertileConfiguration

/// Whatever is in the file, reading it ends in a configuration or in problems with positions inside the file.
@Suite struct MutationTests {
  private static let parts = [
    "[", "]", "{", "}", ":", ": ", "- ", "\n", "\n  ", "\t", "\"", "'", "#", "&a ", "*a", "!!int ", "|", ">", "%",
    "${A}",
    "${", "px", "0", "-1", "1e999", "99999999999999999999", "null", "~", "true", "<<", "\u{0}", "\u{FEFF}", "é",
    "\u{F0000}",
    "\u{1F600}", "get", "zoom", "[zoom]", "kind", "circle", "0-25", "0.0000001%", "---\n", "? ", "\r\n", "\u{85}",
    "\u{2028}",
  ]

  @Test func mutationsNeverTrap() {
    var (accepted, rejected) = (0, 0)
    for seed in seeds(1500) {
      var random = SeededRandom(seed: seed)
      var scalars = Array((Bool.random(using: &random) ? Sample.full : Sample.minimal).unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&scalars, &random) }
      let text = String(String.UnicodeScalarView(scalars))
      let problems = Sample.problems(text, environment: ["A": "[", "OVERTILE_THREADS": "3"])
      if problems.isEmpty { accepted += 1 } else { rejected += 1 }
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
      for problem in problems {
        #expect(problem.origin != nil || (1...(lines + 1)).contains(problem.position.line), "seed \(seed)")
        #expect(problem.origin != nil || problem.position.column >= 1, "seed \(seed)")
        #expect(!problem.reason.isEmpty, "seed \(seed)")
      }
    }
    #expect(accepted > 50 && rejected > 500, "both happen: \(accepted), \(rejected)")
  }

  private func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout SeededRandom) {
    let place = Int.random(in: 0...scalars.count, using: &random)
    let end = min(scalars.count, place + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: scalars.removeSubrange(place..<end)
    case 1: scalars.insert(contentsOf: scalars[place..<end], at: Int.random(in: 0...scalars.count, using: &random))
    case 2: scalars.insert(contentsOf: (Self.parts.randomElement(using: &random) ?? "").unicodeScalars, at: place)
    default:
      let clipped = (Self.parts.randomElement(using: &random) ?? "").unicodeScalars
      scalars.replaceSubrange(place..<end, with: Array(clipped))
    }
  }

  @Test(arguments: ["[", "{a: ", "[[{a: "])
  func deepNestingIsRejected(opening: String) {
    let problems = Sample.problems("name: " + String(repeating: opening, count: 100_000))
    #expect(problems.map(\.code) == [.syntax])
  }

  @Test func deepBlocksAreRejected() {
    let yaml = (0..<3000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(Sample.problems(yaml).contains { $0.code == .syntax })
    #expect(Sample.problems(String(repeating: "- ", count: 100_000)).contains { $0.code == .syntax })
    #expect(Sample.problems(String(repeating: "? ", count: 100_000)).contains { $0.code == .syntax })
  }

  /// Each level holds the one before several times; a parser that follows aliases and compares keys would take forever.
  @Test(arguments: [
    "{? *A : *A, b: *A}", "{*A : *A, b: *A}", "{[*A, *A] : *A}", "{?[*A, *A] : *A}", "[*A, *A, path: 0, *A]",
    "{? [*A, x: 1, *A]}",
  ])
  func keysOfAliasesDoNotGrow(level: String) {
    var lines = ["a0: &a0 {k: v}"]
    for index in 1...25 { lines.append("a\(index): &a\(index) " + level.replacing("*A", with: "*a\(index - 1)")) }
    lines.append("? [*a25, *a24]\n: *a25")
    let problems = Sample.problems(lines.joined(separator: "\n"))
    #expect(problems.contains { $0.code == .syntax } && problems.count < 100)
  }

  @Test func starsAreWhatTheyWere() {
    let yaml = """
      name: "*a"
      description: 2 *a* 3 # *a
      attribution: |
        *a
      sources: {a: {path: '*.geojson'}, b: {path: &p data/*.geojson}, c: {path: *p}}
      layers: {a: {source: a, kind: shape}}
      output: {path: o}
      """
    let configuration = try? PipelineConfiguration(yaml: yaml, file: "p.yaml")
    #expect(configuration?.name == "*a" && configuration?.attribution == "*a\n")
    #expect(configuration?.summary == "2 *a* 3")
    let paths = configuration?.sources.map { $0.paths.map(\.value) }
    #expect(paths == [["*.geojson"], ["data/*.geojson"], ["data/*.geojson"]])
  }

  @Test(arguments: [
    ("a: &x 1\nb: [*x, &x 2, *x]", ["1", "2", "2"]), ("a: &x {k: &x 1}\nb: [*x]", ["{k: 1}"]),
  ])
  func anAliasMeansTheLastAnchorBeforeIt(yaml: String, values: [String]) throws {
    var log = ProblemLog(text: yaml)
    var reader = YAMLReader(environment: [:])
    let root = try #require(reader.read(yaml, &log))
    #expect(log.problems.isEmpty && Self.texts(root, "b") == values)
  }

  private static func texts(_ root: ConfigurationNode, _ key: String) -> [String] {
    guard case .object(let entries) = root.content, let value = entries.first(where: { $0.key == key })?.value,
      case .array(let items) = value.content
    else { return [] }
    return items.map(text)
  }

  private static func text(_ node: ConfigurationNode) -> String {
    switch node.content {
    case .int(let number): "\(number)"
    case .object(let entries): entries.map { "{\($0.key): \(text($0.value))}" }.joined()
    default: "?"
    }
  }

  @Test func aliasesDoNotGrowWithoutBound() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(Sample.problems(yaml).contains { $0.code == .syntax && $0.reason.contains("too many") })
  }
}
