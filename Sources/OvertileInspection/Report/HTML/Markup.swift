/// Text of HTML and of the SVG in it.
enum Markup {
  /// A text from data, which cannot become markup. Characters that control a terminal or the direction of writing are
  /// shown as escapes. O(text).
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result += " "
      default:
        if isUnsafe(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// An element around markup.
  static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String) -> String {
    "<\(name)\(self.attributes(attributes))>\(content)</\(name)>"
  }

  /// An element of SVG without content.
  static func shape(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    "<\(name)\(self.attributes(attributes))/>"
  }

  /// A length in the units of a drawing, to two decimals.
  static func length(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let text = NumberText.decimals(min(1e9, max(-1e9, value)), 2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }

  private static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(text($0.value))\"" }.joined()
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true  // C0 and C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // marks, embeddings, isolates
    case 0x2028, 0x2029, 0xFFFE, 0xFFFF: true  // separators, and what is no character
    default: false
    }
  }
}
