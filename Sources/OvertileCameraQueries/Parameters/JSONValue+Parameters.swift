import Foundation
import OvertileFeatures

/// A parameter's value: text from the command line, which may spell a number or several, anything from JSON.
extension JSONValue {
  /// The value as JSON.
  var json: String {
    var text = JSONText(.results)
    text.append(value: self)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The value for a message, cut where it is long.
  var shown: String {
    let text = json
    return text.count <= 60 ? text : text.prefix(57) + "..."
  }

  /// Whether it is a number, not a text that spells one.
  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  /// The number that it is or spells; nil for anything else, and for numbers that are not finite.
  var asNumber: Double? {
    switch self {
    case .string(let text): Self.number(text)
    default: number
    }
  }

  /// The numbers of a list, or of a text that separates them with a character.
  func numbers(separator: Character = ",") -> [Double]? {
    let parts: [Double?]
    switch self {
    case _ where isNumber: parts = [asNumber]
    case .string(let text):
      parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Self.number($0) }
    case .array(let values): parts = values.map(\.asNumber)
    default: return nil
    }
    let known = parts.compactMap { $0 }
    return known.count == parts.count ? known : nil
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    // Digits only: Swift would also accept hexadecimal numbers and "infinity".
    guard trimmed.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension JSONText.Escapes {
  /// Those of the results to queries, which people read on terminals.
  static let results: JSONText.Escapes = [.lines, .delete]
}
