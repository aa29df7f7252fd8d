import OvertileCore

/// Equality and order of values as in MapLibre: without conversion, strings by code unit.
enum Equality {
  /// Whether two values are the same, as in ECMAScript's `===`: numbers by value, whole or not; strings exactly,
  /// not up to Unicode normalization; lists and objects never, since each is a thing of its own.
  static func strictlyEqual(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.string(let a), .string(let b)): ExactText(a) == ExactText(b)
    default:
      if let a = a.number, let b = b.number { a == b } else { false }
    }
  }

  /// Whether a string comes before another by UTF-16 code units, JavaScript's order.
  static func precedes(_ a: String, _ b: String) -> Bool { a.utf16.lexicographicallyPrecedes(b.utf16) }
}
