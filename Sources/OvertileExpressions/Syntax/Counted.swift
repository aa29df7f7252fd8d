/// Numbers with what they count, in messages.
package enum Counted {
  /// "1 file", "2 files", "1,234 files".
  ///
  /// - Parameters:
  ///   - count: the number.
  ///   - noun: the noun, for the number 1.
  ///   - plural: the noun for any other number than 1; by default with an s at its end.
  package static func text(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// A number with commas between groups of three digits.
  package static func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { digits.prefix($0).suffix(3) }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
}
