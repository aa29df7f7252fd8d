import Expressions
import TestSupport
import Testing

@testable import Configuration

/// Whatever is in the file, reading it ends in a configuration or in problems that stand inside the file.
@Suite struct MutationTests {
  private static let pieces = [
    "[", "]", "{", "}", ":", ": ", "- ", "\n", "\n  ", "\t", "\"", "'", "#", "&a ", "*a", "!!int ", "|", ">", "%",
    "${A}",
    "${", "px", "0", "-1", "1e999", "99999999999999999999", "null", "~", "true", "<<", "\u{0}", "\u{FEFF}", "é",
    "\u{F0000}",
    "\u{1F600}", "get", "zoom", "[zoom]", "kind", "circle", "0-25", "0.0000001%", "---\n", "? ", "\r\n", "\u{85}",
    "\u{2028}",
  ]

  @Test func mutationsNeverTrap() {
    var (accepted, refused) = (0, 0)
    for seed in seeds(1500) {
      var random = SeededRandom(seed: seed)
      var scalars = Array((Bool.random(using: &random) ? Sample.full : Sample.minimal).unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&scalars, &random) }
      let text = String(String.UnicodeScalarView(scalars))
      let problems = Sample.problems(text, environment: ["A": "[", "OVERTILE_THREADS": "3"])
      if problems.isEmpty { accepted += 1 } else { refused += 1 }
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
      for problem in problems {
        #expect(problem.origin != nil || (1...(lines + 1)).contains(problem.position.line), "seed \(seed)")
        #expect(problem.origin != nil || problem.position.column >= 1, "seed \(seed)")
        #expect(!problem.reason.isEmpty, "seed \(seed)")
      }
    }
    #expect(accepted > 50 && refused > 500, "both happen: \(accepted), \(refused)")
  }

  private func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout SeededRandom) {
    let place = Int.random(in: 0...scalars.count, using: &random)
    let end = min(scalars.count, place + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: scalars.removeSubrange(place..<end)
    case 1: scalars.insert(contentsOf: scalars[place..<end], at: Int.random(in: 0...scalars.count, using: &random))
    case 2: scalars.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").unicodeScalars, at: place)
    default:
      let piece = (Self.pieces.randomElement(using: &random) ?? "").unicodeScalars
      scalars.replaceSubrange(place..<end, with: Array(piece))
    }
  }

  @Test(arguments: ["[", "{a: ", "[[{a: "])
  func deepNestingIsRefused(opening: String) {
    let problems = Sample.problems("name: " + String(repeating: opening, count: 100_000))
    #expect(problems.map(\.code) == [.syntax])
  }

  @Test func deepBlocksAreRefused() {
    let yaml = (0..<3000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(Sample.problems(yaml).contains { $0.code == .syntax })
    #expect(Sample.problems(String(repeating: "- ", count: 100_000)).contains { $0.code == .syntax })
    #expect(Sample.problems(String(repeating: "? ", count: 100_000)).contains { $0.code == .syntax })
  }

  /// Each key holds the one before three times; comparing the last would take for ever.
  @Test(arguments: ["{? *A : *A, b: *A}", "{*A : *A, b: *A}", "{[*A, *A] : *A}", "{?[*A, *A] : *A}"])
  func keysOfAliasesAreRefused(level: String) {
    var lines = ["a0: &a0 {k: v}"]
    for index in 1...25 { lines.append("a\(index): &a\(index) " + level.replacing("*A", with: "*a\(index - 1)")) }
    let error = #expect(throws: ConfigurationError.self) {
      try PipelineConfiguration(yaml: lines.joined(separator: "\n"), file: "p.yaml")
    }
    #expect(error?.problems.map(\.code) == [.syntax])
    #expect(error?.problems.first?.reason.contains("aliases") == true)
  }

  @Test func manyAliasesBesidePlainKeysAreFine() {
    let lines = (0..<50).map { "k\($0): [*a, *b-c]" } + ["why?: [*a] # [is: this]", "z: {a: *a}"]
    #expect(KeyAliases.areBounded(lines.joined(separator: "\n")))
  }

  @Test func aliasesDoNotGrowWithoutBound() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(Sample.problems(yaml).contains { $0.code == .syntax && $0.reason.contains("too many") })
  }

  @Test func manyDuplicatesAreAllNoted() {
    let yaml = Sample.minimal + (0..<40).map { "\nname: n\($0)" }.joined()
    let problems = Sample.problems(yaml)
    #expect(problems.count == 40 && problems.allSatisfy { $0.code == .duplicateKey && $0.keyPath == "name" })
    #expect(Set(problems.map(\.position.line)).count == 40)
  }
}
