import OvertileCore
import TestSupport

extension SeededRandom {
  /// A value of any kind from a small range, so that equal ones are common and kinds often share their payload.
  mutating func propertyValue() -> PropertyValue {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .int(Int64.random(in: -40...40, using: &self))
    case 3: .uint(UInt64.random(in: 0...40, using: &self))
    case 4: .double(Double(Int.random(in: -40...40, using: &self)) / 4)
    case 5: .double([0.0, -0.0, .infinity, .leastNonzeroMagnitude, 1e300].randomElement(using: &self) ?? 0)
    case 6: .string(text())
    default: .json(text())
    }
  }

  private mutating func text() -> String {
    let letters = ["", "a", "b", "ä", "𝄞", "\u{0}", "1", "true", String(repeating: "long ", count: 20)]
    return (0..<Int.random(in: 0...2, using: &self)).map { _ in letters.randomElement(using: &self) ?? "" }.joined()
  }
}

/// A value that equals another only if its kind and its bits do; `PropertyValue` treats 0.0 and -0.0 as equal.
struct ExactValue: Hashable {
  private let kind: Int
  private let bytes: [UInt8]

  init(_ value: PropertyValue) {
    switch value {
    case .null: (kind, bytes) = (0, [])
    case .bool(let bool): (kind, bytes) = (1, [bool ? 1 : 0])
    case .int(let int): (kind, bytes) = (2, Array("\(int)".utf8))
    case .uint(let uint): (kind, bytes) = (3, Array("\(uint)".utf8))
    case .double(let double): (kind, bytes) = (4, Array("\(double.bitPattern)".utf8))
    case .string(let text): (kind, bytes) = (5, Array(text.utf8))
    case .json(let text): (kind, bytes) = (6, Array(text.utf8))
    }
  }
}
