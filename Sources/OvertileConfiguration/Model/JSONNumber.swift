/// Numbers in messages.
enum JSONNumber {
  /// The shortest text; whole numbers without a point.
  static func text(_ number: Double) -> String {
    if let int = Int64(exactly: number) { return String(int) }
    return "\(number)"
  }
}
