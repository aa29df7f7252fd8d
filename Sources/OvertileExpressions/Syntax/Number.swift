import OvertileCore

/// A number during evaluation: a double, perhaps an infinity or NaN, and whether it represents a whole number.
struct Number: Sendable {
  var value: Double
  var isWhole: Bool

  @inline(__always)
  init(_ value: Double, isWhole: Bool = false) {
    self.value = value
    self.isWhole = isWhole
  }

  /// A count.
  init(count: Int) {
    self.init(Double(count), isWhole: true)
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

  /// The whole number towards zero within a range, as ECMAScript reads an index; NaN is 0.
  func index(in range: ClosedRange<Int>) -> Int {
    Int(min(max(value.isNaN ? 0 : value, Double(range.lowerBound)), Double(range.upperBound)))
  }

  /// A position in a list of some length, counted from its end if negative, and within it.
  func position(inListOf count: Int) -> Int {
    let index = index(in: -count...count)
    return index < 0 ? count + index : index
  }
}
