import OvertileExpressions

extension Rule<Double> {
  /// A duration of one unit: `90s`, `10m`, `10min`, `1.5h`. The value is in seconds, above 0. In a duration `m` cannot
  /// mean meters.
  static func duration(throughSeconds most: Double) -> Rule {
    let units: [Substring: Double] = ["s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400]
    let example = "a duration with a unit, such as 90s, 10m or 1h"
    return Rule(["type": "string", "pattern": #"^[0-9]+(\.[0-9]+)? ?(s|m|min|h|d)$"#]) { node, log in
      guard case .string(let text) = node.content else { return log.rejectType(node, wanted: example) }
      let form = #/([0-9]+(?:\.[0-9]+)?) *([a-z]+)/#.matchingSemantics(.unicodeScalar)
      guard let match = text.wholeMatch(of: form), let number = Double(match.1), let unit = units[match.2] else {
        return log.reject(.badValue, node, "expected \(example), found \"\(text)\"")
      }
      let seconds = number * unit
      guard seconds > 0, seconds <= most else {
        return log.reject(
          .outOfRange, node,
          "\(text) is out of range: a duration must be above 0 and at most \(Int(most / 3600))h")
      }
      return Reading(seconds, canonical: "\"\(seconds) time\"")
    }
  }
}
