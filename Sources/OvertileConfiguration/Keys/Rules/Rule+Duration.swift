import OvertileExpressions

extension Rule<Double> {
  /// A duration of one unit: `90s`, `10m`, `10min`, `1.5h`. The value is in seconds, above 0. In a duration `m` cannot
  /// mean meters.
  static func duration(throughSeconds most: Double) -> Rule {
    let units: [(name: String, seconds: Double)] = [("s", 1), ("min", 60), ("m", 60), ("h", 3600), ("d", 86400)]
    let form = #"^[0-9]+(\.[0-9]+)? ?(s|m|min|h|d)$"#
    return Rule(["type": "string", "pattern": .string(form)]) { node, log in
      guard case .string(let text) = node.content else {
        log.noteType(node, wanted: "a duration with a unit, such as 90s, 10m or 1h")
        return nil
      }
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let name = text.dropFirst(digits.count).drop { $0 == " " }
      guard let number = Double(digits), digits.first != ".", digits.last != ".",
        let unit = units.first(where: { $0.name == name })
      else {
        log.note(
          .badValue, at: node.position,
          "expected a duration with a unit, such as 90s, 10m or 1h, found \"\(text)\"")
        return nil
      }
      let seconds = number * unit.seconds
      guard seconds > 0, seconds <= most else {
        log.note(
          .outOfRange, at: node.position,
          "\(text) is out of range: a duration must be above 0 and at most \(Int(most / 3600))h")
        return nil
      }
      return Reading(seconds, canonical: "\"\(seconds) time\"")
    }
  }
}
