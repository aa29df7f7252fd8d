import OvertileCore

/// The numbers in a report: counts, bytes and seconds, none of which a run makes negative or larger than all that exists.
enum ReportNumbers {
  /// Seconds of more than 30 years.
  private static let mostSeconds = 1e9
  /// The largest count that every reader of JSON reads exactly.
  private static let mostCount = 9_007_199_254_740_992.0

  /// The first number that no run writes, with its member and the numbers that there may be; nil if there is none.
  static func fault(in report: JSONValue) -> String? { fault(in: report, "", most: mostCount) }

  private static func fault(in value: JSONValue, _ name: String, most: Double) -> String? {
    switch value {
    case .object(let members):
      for (key, member) in members where key != "bounds" {
        let most = key.lowercased().hasSuffix("seconds") ? mostSeconds : most
        if let fault = fault(in: member, name.isEmpty ? key : name + "." + key, most: most) { return fault }
      }
      return nil
    case .array(let items):
      for (index, item) in items.enumerated() {
        if let fault = fault(in: item, "\(name)[\(index)]", most: most) { return fault }
      }
      return nil
    case .null, .bool, .string: return nil
    default:
      guard let number = value.number, !(0...most).contains(number) else { return nil }
      let range = most == mostSeconds ? "seconds must be from 0 to 1,000,000,000" : "counts must be from 0 to 2^53"
      return "\(name) is \(JSONValue.text(number)), but \(range)"
    }
  }
}
