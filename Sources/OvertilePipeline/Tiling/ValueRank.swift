import OvertileCore

/// The rank of a property value in the total order of values: numbers by size, then the others by their texts.
///
/// Distinct values never tie. Values that are equal as a double (2^53 and 2^53 + 1, 0 and -0) or as a text (true and
/// "true") are ordered by kind and bits, so the order of the input never decides. O(length) a comparison.
struct ValueRank: Comparable {
  /// The number that the value holds, or nil.
  let number: Double?
  private let text: String
  private let kind: UInt8
  private let bits: UInt64

  /// The rank of a value.
  init(_ value: PropertyValue) {
    number = value.number
    switch value {
    case .null: (text, kind, bits) = ("", PropertyKind.null.rawValue, 0)
    case .bool(let value): (text, kind, bits) = (value ? "true" : "false", PropertyKind.bool.rawValue, 0)
    // In the order of the numbers, negative ones first.
    case .int(let value): (text, kind, bits) = ("", PropertyKind.int.rawValue, UInt64(bitPattern: value) ^ 1 << 63)
    case .uint(let value): (text, kind, bits) = ("", PropertyKind.uint.rawValue, value)
    case .double(let value): (text, kind, bits) = ("", PropertyKind.double.rawValue, value.bitPattern)
    case .string(let value): (text, kind, bits) = (value, PropertyKind.string.rawValue, 0)
    case .json(let value): (text, kind, bits) = (value, PropertyKind.json.rawValue, 0)
    }
  }

  static func < (a: ValueRank, b: ValueRank) -> Bool {
    switch (a.number, b.number) {
    case (let first?, let second?):
      if first != second { return first < second }
      return (a.kind, a.bits) < (b.kind, b.bits)
    case (nil, nil):
      if a.text.utf8.elementsEqual(b.text.utf8) { return a.kind < b.kind }
      return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    case (let number, _): return number != nil
    }
  }

  static func == (a: ValueRank, b: ValueRank) -> Bool {
    a.number == b.number && a.kind == b.kind && a.bits == b.bits && a.text.utf8.elementsEqual(b.text.utf8)
  }
}
