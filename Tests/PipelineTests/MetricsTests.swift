import Foundation
import OvertileCore
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// The text of metrics: its escapes and numbers, and the values copied from an older file.
@Suite struct MetricsTests {
  @Test func textsAreEscaped() {
    #expect(MetricFamily.escaped(#"a "b" \ c"# + "\nd") == #"a "b" \\ c\nd"#)
    #expect(MetricFamily.escaped(#"a "b" \ c"# + "\nd", quotes: true) == #"a \"b\" \\ c\nd"#)
    // A carriage return and a line feed are one character to Swift, and two to everybody else.
    #expect(MetricFamily.escaped("a\r\nb") == "a\r\\nb")
  }

  @Test(arguments: seeds(50)) func escapesAreUndoneByTheirRules(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabet: [Unicode.Scalar] = ["\\", "\"", "\n", "\r", "n", "ü", "\u{301}", "🗺"]
    var text = String.UnicodeScalarView()
    for _ in 0..<40 { text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)]) }
    let escaped = Array(MetricFamily.escaped(String(text), quotes: true).unicodeScalars)
    #expect(!escaped.contains("\n"), "seed \(seed)")
    var undone = String.UnicodeScalarView()
    var index = 0
    while index < escaped.count {
      #expect(escaped[index] != "\"", "seed \(seed): an unescaped quotation mark")
      if escaped[index] == "\\", index + 1 < escaped.count {
        index += 1
        undone.append(escaped[index] == "n" ? "\n" : escaped[index])
      } else {
        undone.append(escaped[index])
      }
      index += 1
    }
    #expect(Array(undone) == Array(text), "seed \(seed)")
  }

  @Test func numbersAreThoseOfTheFormat() {
    #expect(MetricFamily.text(0) == "0" && MetricFamily.text(-3) == "-3" && MetricFamily.text(0.25) == "0.25")
    #expect(MetricFamily.text(1e300) == "1e+300" && MetricFamily("a", "b", nil).text([("c", "d")]) == "")
    let family = MetricFamily("a", "b", 1, ["layer": nil, "source": "s"])
    #expect(family.text([("c", "d")]) == "# HELP a b\n# TYPE a gauge\na{c=\"d\",source=\"s\"} 1\n")
  }

  @Test func theLastSuccessIsTakenOver() {
    let began = Date(timeIntervalSince1970: 1000)
    func metrics(_ name: String, _ code: Int32, at seconds: Double) -> RunMetrics {
      RunMetrics(
        pipeline: name, exitCode: code, began: began, ended: Date(timeIntervalSince1970: seconds), seconds: 5,
        report: nil)
    }
    let name = "a \"b\"\\c.yaml"
    let line = "overtile_last_success_timestamp_seconds{pipeline=\"a \\\"b\\\"\\\\c.yaml\"} 1500\n"
    let good = metrics(name, 0, at: 1500).text(after: nil)
    #expect(good.contains(line))
    let bad = metrics(name, 65, at: 1800).text(after: good)
    #expect(bad.contains(line) && bad.contains("_exit_code{pipeline=\"a \\\"b\\\"\\\\c.yaml\"} 65\n"))
    #expect(metrics(name, 75, at: 1900).text(after: bad).contains(line))
    #expect(!metrics("other.yaml", 65, at: 1800).text(after: good).contains("last_success"))
    #expect(!metrics(name, 65, at: 1800).text(after: line.replacing("1500", with: "nan")).contains("last_success"))
    #expect(!metrics(name, 65, at: 1800).text(after: "\u{0}\u{1}{}").contains("last_success"))
  }
}
