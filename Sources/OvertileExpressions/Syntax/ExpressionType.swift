import OvertileCore

/// The type of an expression's result, as far as it is known before evaluation.
package indirect enum ExpressionType: Sendable, Hashable {
  /// Always null.
  case null
  /// True or false.
  case boolean
  /// A number; whole and fractional numbers are one type, as in MapLibre.
  case number
  /// A string.
  case string
  /// An object.
  case object
  /// Known only when a feature is at hand.
  case value
  /// A list of items of one type, `value` if they differ; without a count if that is not known.
  case array(of: ExpressionType, count: Int?)
  /// No value: evaluation fails.
  case error

  /// Any list.
  package static let anyArray = ExpressionType.array(of: .value, count: nil)

  /// The name as MapLibre writes it: "number", "array<string, 2>", "array<number>", "array".
  package var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .object: "object"
    case .value: "value"
    case .array(let item, let count?): "array<\(item.name), \(count)>"
    case .array(.value, nil): "array"
    case .array(let item, nil): "array<\(item.name)>"
    case .error: "error"
    }
  }

  /// Whether this is a list of any kind.
  var isArray: Bool {
    if case .array = self { true } else { false }
  }

  /// Whether a value of this type may be a string or a list.
  var isTextOrList: Bool { isArray || self == .string || self == .value }

  /// Whether an expression of unknown type is asserted to have this one where it is expected; else it is rejected.
  var isAsserted: Bool { ![.null, .value, .error].contains(self) }

  /// Whether every expression of another type is one of this type. An empty list has items of every type.
  func accepts(_ other: ExpressionType) -> Bool {
    switch (self, other) {
    case (_, .error): return true
    case (.array(let item, let count), .array(let otherItem, let otherCount)):
      guard count == nil || count == otherCount else { return false }
      return (otherCount == 0 && otherItem == .value) || item.accepts(otherItem)
    case (.value, _): return true
    default: return self == other
    }
  }
}

extension ExpressionType {
  /// The deepest list whose items' types are examined.
  private static let maximumDepth = 64

  /// The type of a value. Constant time, except for lists: O(length of the text).
  package init(of value: PropertyValue) {
    self.init(of: value, depth: 0)
  }

  private init(of value: PropertyValue, depth: Int) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .int, .uint, .double: self = .number
    case .string: self = .string
    case .json(let text): self = Self.ofJSON(text, depth: depth)
    }
  }

  /// The type of a list or object. As in MapLibre, lists in a list are of one type only when there is just one.
  private static func ofJSON(_ text: String, depth: Int) -> ExpressionType {
    guard text.utf8.first == UInt8(ascii: "[") else { return .object }
    guard depth < maximumDepth, let items = JSONElements.elements(of: text) else { return .anyArray }
    guard let first = items.first else { return .array(of: .value, count: 0) }
    let type = ExpressionType(of: first, depth: depth + 1)
    if items.count > 1, type.isArray { return .array(of: .value, count: items.count) }
    let isUniform = items.dropFirst().allSatisfy { ExpressionType(of: $0, depth: depth + 1) == type }
    return .array(of: isUniform ? type : .value, count: items.count)
  }
}
