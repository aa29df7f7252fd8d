import Foundation
import Testing

@testable import OvertileConfiguration

/// The cost of a file of megabytes is bounded: depth, work and messages.
@Suite struct LargeFileTests {
  /// In YAML no alias has an anchor; if such an alias were followed, each would lead to the next.
  @Test(arguments: [
    ("m:\n  ? [LIST]\n  : 1", "the alias *a19999 has no matching anchor"),
    ("? [LIST]\n: 1", "the alias *a19999 has no matching anchor"),
    ("m: [LIST]", "the alias *a0 cannot have its own anchor, &a1"),
  ])
  func aliasesMakeNoChain(form: String, reason: String) {
    let list = (1..<20_000).reduce(into: ["&a0 x"]) { $0.append("&a\($1) *a\($1 - 1)") }
    let yaml = form.replacing("LIST", with: list.joined(separator: ", ")) + "\ndescription: *a19999\n"
    #expect(error(yaml).problems.contains { $0.reason.hasPrefix(reason) })
  }

  @Test func aliasesOfALongTextAreBounded() {
    let yaml =
      "description: &a '\(String(repeating: "x*", count: 50_000))'\nm: [\(Array(repeating: "*a", count: 9000).joined(separator: ", "))]"
    #expect(error(yaml).problems.contains { $0.reason.contains("those that aliases refer to") })
  }

  /// The first hundred are listed; a line that holds all of them is not repeated with each.
  @Test(arguments: ["\n", ", "])
  func manyProblemsAreCounted(separator: String) throws {
    let keys = (0..<20_000).map { "kez\($0): 1" }.joined(separator: separator)
    let error = error(separator == "\n" ? keys : "{\(keys)}")
    // Besides the unknown keys, four keys are missing.
    #expect(error.problems.count == 100 && error.unlisted == 20_000 + 4 - 100)
    #expect(error.description.hasSuffix("\np.yaml: 19904 more problems") && error.description.utf8.count < 20_000)
  }

  @Test func longNamesAreCutInMessages() throws {
    let problems = error("? \(String(repeating: "k", count: 1_000_000))\n: 1").problems
    let problem = try #require(problems.first { $0.code == .unknownKey })
    #expect(problem.reason.hasPrefix("unknown key \"kkk") && problem.reason.hasSuffix("k…"))
    #expect(problem.reason.utf8.count < 1010 && problem.keyPath.utf8.count < 1010 && problem.sourceLine.isEmpty)
  }

  @Test func duplicatesInALongFile() {
    let yaml =
      (0..<50).map { "k\($0): 1\nk\($0): 2\n" }.joined() + "description: \(String(repeating: "x", count: 1_000_000))"
    let error = error(yaml)
    #expect(error.problems.count == 1 && error.problems[0].code == .duplicateKey)
  }

  @Test(arguments: ["/dev/zero", nil]) func filesWithoutEnd(device: String?) throws {
    let path = device ?? FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml").path
    if device == nil {
      let text =
        Sample.minimal + "\n"
        + String(repeating: "#", count: PipelineConfiguration.maximumBytes - Sample.minimal.utf8.count)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    defer { if device == nil { try? FileManager.default.removeItem(atPath: path) } }
    let error = #expect(throws: ConfigurationError.self) {
      try PipelineConfiguration.read(file: path, environment: [:])
    }
    let reason =
      device.map { "\($0): cannot be read: it is a device, not a regular file" }
      ?? "\(path):1:1: a configuration file must not be larger than 16 MiB"
    #expect(error?.description == reason)
  }

  @Test func aFileOfThatSizeIsRead() throws {
    let text = Sample.minimal + "\n" + String(repeating: "#", count: 1 << 20)
    #expect(throws: Never.self) { try PipelineConfiguration(yaml: text, file: "p.yaml") }
  }

  private func error(_ yaml: String) -> ConfigurationError {
    do {
      _ = try PipelineConfiguration(yaml: yaml, file: "p.yaml")
      return ConfigurationError(file: "p.yaml", problems: [])
    } catch {
      return error
    }
  }
}
