/// Numbers in addresses: plain, so that each has few spellings.
enum NumberText {
  /// A whole number of up to 18 digits; nil for any other text.
  static func whole(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// A whole number of up to 20 digits below 2^64; nil for any other text.
  static func id(_ text: String) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return UInt64(text)
  }

  /// A finite number in decimals; nil for any other text, also for "nan" and hexadecimal ones.
  static func decimal(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 40, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
