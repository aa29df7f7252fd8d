import Foundation
import OvertileCore

/// `concat`, `upcase`, `downcase`.
extension Operators {
  static let strings: [String: OperatorRule] = [
    "concat": OperatorRule(0..., concat),
    "upcase": mapped { $0.uppercased() },
    // A sigma that ends a word becomes the final one, which only Foundation knows.
    "downcase": mapped {
      $0.unicodeScalars.contains("\u{3A3}") ? $0.lowercased(with: Locale(identifier: "en_US_POSIX")) : $0.lowercased()
    },
  ]

  /// The texts of all arguments, as in `to-string`, one after another.
  private static func concat(_ call: Call) throws(ExpressionError) -> Compiled {
    let (codes, callSite) = (try call.values(), call.callSite)
    return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
      var text = ""
      for code in codes {
        let part = JavaScriptText.string(of: try code(frame))
        try frame.state?.charge(part.utf8.count, callSite)
        text += part
      }
      return .string(text)
    }
  }

  /// Unicode's full case mapping, not that of a language.
  private static func mapped(_ map: @escaping @Sendable (String) -> String) -> OperatorRule {
    OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.string(call.arguments[0])
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in .string(map(try operand(frame))) }
    }
  }
}
