import Features

/// A number during evaluation: a double, and whether it stands for a whole number.
struct Number: Sendable {
  var value: Double
  var isWhole: Bool

  @inline(__always)
  init(_ value: Double, isWhole: Bool = false) {
    self.value = value
    self.isWhole = isWhole
  }

  /// The number of a property value, or nil for one that is not a number.
  @inline(__always)
  init?(_ value: PropertyValue) {
    switch value {
    case .int(let int): self.init(Double(int), isWhole: true)
    case .uint(let uint): self.init(Double(uint), isWhole: true)
    case .double(let double): self.init(double)
    case .null, .bool, .string, .json: return nil
    }
  }

  /// Every whole number up to this magnitude is a double: 2^53.
  static let exactLimit = 9_007_199_254_740_992.0

  /// As a property value: whole numbers within +-2^53 as integers.
  @inline(__always)
  var propertyValue: PropertyValue {
    isWhole && value.magnitude <= Self.exactLimit ? .int(Int64(value)) : .double(value)
  }
}
