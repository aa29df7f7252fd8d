import Foundation

/// A value as it was given: text from the command line, anything from JSON.
public enum GivenValue: Sendable, Hashable, Decodable {
  /// A text, which may spell a number or several.
  case text(String)
  /// A finite number.
  case number(Double)
  /// True or false.
  case flag(Bool)
  /// JSON's null: as if nothing had been given.
  case null
  /// A list; of an option that was repeated, its values.
  case list([GivenValue])
  /// An object.
  case object([String: GivenValue])

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([GivenValue].self) {
      self = .list(list)
    } else if let members = try? container.decode([String: GivenValue].self) {
      self = .object(members)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a number is too large, or nests too deep")
    }
  }

  /// The value as JSON, members in the order of their names.
  var json: String {
    switch self {
    case .text(let text): JSONForm.text(text)
    case .number(let number): JSONForm.number(number)
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { JSONForm.text($0.key) + ":" + $0.value.json }
        .joined(separator: ",") + "}"
    }
  }

  /// The value for a message, cut where it is long.
  var shown: String {
    let text = json
    return text.count <= 60 ? text : text.prefix(57) + "..."
  }

  /// The number that it is or spells; nil for anything else, and for what is not finite.
  var asNumber: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): GivenValue.number(text)
    default: nil
    }
  }

  /// The numbers of a list, or of a text that separates them with a character.
  func numbers(separator: Character = ",") -> [Double]? {
    let parts: [Double?]
    switch self {
    case .number: parts = [asNumber]
    case .text(let text):
      parts = text.split(separator: separator, omittingEmptySubsequences: false).map { GivenValue.number($0) }
    case .list(let values): parts = values.map(\.asNumber)
    default: return nil
    }
    let known = parts.compactMap { $0 }
    return known.count == parts.count ? known : nil
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    // Digits only: Swift would also take hexadecimal numbers and "infinity".
    guard trimmed.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
  }
}
