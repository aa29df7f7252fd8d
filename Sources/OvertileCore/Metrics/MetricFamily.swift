/// One metric with its samples, in Prometheus' text exposition format, version 0.0.4.
package struct MetricFamily {
  /// The name, with its unit: letters, digits and underscores.
  let name: String
  /// The text of the HELP line.
  let help: String
  /// The type: a gauge or a counter.
  let type: String
  /// The samples.
  let samples: [Sample]

  /// A number and its labels. Without a number there is no sample; labels without a value are left out, which means the
  /// same as an empty label.
  package typealias Sample = (value: Double?, labels: KeyValuePairs<String, String?>)

  /// A metric of some samples.
  package init(_ name: String, _ help: String, type: String = "gauge", _ samples: [Sample]) {
    (self.name, self.help, self.type, self.samples) = (name, help, type, samples)
  }

  /// A gauge of one sample, or of none.
  package init(_ name: String, _ help: String, _ value: Double?, _ labels: KeyValuePairs<String, String?> = [:]) {
    self.init(name, help, [(value, labels)])
  }

  /// The lines of the metric, each sample with further labels before its own; nothing without samples.
  package func text(_ common: [(name: String, value: String)] = []) -> String {
    let lines = samples.compactMap { value, labels in
      let present = labels.compactMap { label in label.value.map { (label.key, $0) } }
      let all = (common + present).map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }.joined(separator: ",")
      return value.map { "\(name){\(all)} \(Self.text($0))\n" }
    }
    return lines.isEmpty ? "" : "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(type)\n" + lines.joined()
  }

  /// A number in a form that Go's ParseFloat reads.
  package static func text(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// A text with escaped backslashes, line feeds and, in labels, quotation marks.
  package static func escaped(_ text: String, quotes: Bool = false) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\"" where quotes: "\\\""
      default: String(scalar)
      }
    }.joined()
  }
}
