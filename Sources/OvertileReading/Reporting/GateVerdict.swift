import OvertileConfiguration
import OvertileCore

/// The verdict of a gate on a single layer, source, or property, or on the bundle as a whole.
///
/// The values, the change, and the limit are strings that include units, such as "28298 features" or "maxDecrease 5%".
public struct GateVerdict: Sendable, Codable, Hashable {
  /// The name of the gate.
  public var name: GateName
  /// The name of the layer that was judged, or `nil` if the gate judged a source or the whole bundle.
  public var layer: String?
  /// The name of the source that was judged, or `nil` if the gate is neither `accuracy` nor `maxAge`.
  public var source: String?
  /// The name of the property that was judged, or `nil` if the gate is not `properties`. If all properties pass, this
  /// is the property that lost the largest share of its values.
  public var property: String?
  /// The value in the old bundle, or `nil` if the gate does not compare bundles.
  public var old: String?
  /// The value in the new bundle, or `nil` if the gate was not judged.
  public var new: String?
  /// The change that was compared with the limit, such as "a decrease of 29.3251%", or `nil` if no change was compared.
  public var change: String?
  /// The configured limit, such as "maxDecrease 5%".
  public var limit: String
  /// The outcome for the gate.
  public var outcome: Outcome
  /// The reason why the gate was not judged, or `nil` if it was judged.
  public var reason: String?

  /// The outcome for a gate.
  public enum Outcome: String, Sendable, Codable {
    /// The new bundle is within the limit.
    case passed
    /// The new bundle is beyond the limit and is not published.
    case failed
    /// The new bundle is beyond the limit, but the option `--accept-gates` accepted the failure.
    case accepted
    /// The gate could not be judged.
    case notJudged = "not-judged"
  }

  /// Creates a verdict with the given gate name, limit, and outcome.
  public init(_ name: GateName, limit: String, outcome: Outcome) {
    (self.name, self.limit, self.outcome) = (name, limit, outcome)
  }

  /// A verdict that passes or fails. Its limit is that of the gate, which is added later, unless it has one of its own.
  package init(
    _ name: GateName, layer: String? = nil, source: String? = nil, property: String? = nil, old: String? = nil,
    new: String, change: String? = nil, limit: String = "", passes: Bool
  ) {
    self.init(name, limit: limit, outcome: passes ? .passed : .failed)
    (self.layer, self.source, self.property) = (layer, source, property)
    (self.old, self.new, self.change) = (old, new, change)
  }

  /// A gate that could not be judged. Its limit is added later.
  package init(_ name: GateName, layer: String? = nil, notJudged reason: String) {
    self.init(name, limit: "", outcome: .notJudged)
    (self.layer, self.reason) = (layer, reason)
  }

  /// A one-line summary of the verdict, including the gate, the subject, the old and new values, the change, and the
  /// limit.
  public var summary: String {
    let subjects = [
      layer.map { "layer \"\($0)\"" }, source.map { "source \"\($0)\"" }, property.map { "property \"\($0)\"" },
    ].compactMap { $0 }
    let head = ([name.rawValue] + subjects).joined(separator: ", ")
    if let reason { return "\(head): not judged: \(reason)".onOneLine }
    let values = old.map { "\($0) before, \(new ?? "") now" } ?? (new ?? "")
    return "\(head): \(values)\(change.map { ", \($0)" } ?? ""); the limit is \(limit)".onOneLine
  }

  /// The warning to show if the gate could not be judged.
  public var warning: String { "gate " + summary }
}

/// Numbers in verdicts.
package enum GateText {
  /// "1 tile", "28298 tiles".
  package static func count(_ value: UInt64, _ unit: String) -> String { "\(value) \(unit)\(value == 1 ? "" : "s")" }

  /// A part of a whole in percent, to four decimals.
  package static func percent(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return part == 0 ? "0%" : "from nothing" }
    return number(Double(part) / Double(whole) * 100) + "%"
  }

  /// A number with four decimals at the most.
  package static func number(_ value: Double) -> String { JSONValue.text((value * 10_000).rounded() / 10_000) }
}
