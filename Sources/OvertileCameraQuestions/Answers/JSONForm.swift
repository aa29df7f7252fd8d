/// How numbers and texts are written as JSON.
enum JSONForm {
  /// The shortest text that reads back as the same number; whole numbers without a fraction, no -0.
  ///
  /// Answers with numbers that are not finite are refused before they are written; null stands for one all the same.
  static func number(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number), abs(number) < 0x1p53 { return "\(whole)" }
    return "\(number)"
  }

  /// A text in quotation marks.
  static func text(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
