import OvertileCore

/// `concat`, `upcase`, `downcase`.
extension Operators {
  static let strings: [String: OperatorRule] = [
    "concat": OperatorRule(0..., concat),
    "upcase": mapped { $0.uppercased() },
    "downcase": mapped { $0.lowercasedWithFinalSigma },
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

extension String {
  /// The lower case; a sigma that ends a word becomes the final sigma (Unicode's only rule of context for all languages).
  fileprivate var lowercasedWithFinalSigma: String {
    guard unicodeScalars.contains("\u{3A3}") else { return lowercased() }
    let scalars = Array(unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\u{3A3}" {
        let isFinal = scalars[..<index].reversed().meetsCasedLetter && !scalars[(index + 1)...].meetsCasedLetter
        result.append(isFinal ? "\u{3C2}" : "\u{3C3}")
      } else {
        result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(result)
  }
}

extension Sequence<Unicode.Scalar> {
  /// Whether the first scalar that case does not ignore is a letter with case.
  fileprivate var meetsCasedLetter: Bool {
    first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
  }
}
