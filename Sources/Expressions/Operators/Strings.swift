import Features

/// `concat`, `upcase`, `downcase`.
extension Operators {
  static let strings: [String: OperatorRule] = [
    "concat": OperatorRule(.atLeast(1), concat),
    "upcase": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      try mapped(call, &compiler) { $0.uppercased() }
    },
    "downcase": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      try mapped(call, &compiler) { $0.lowercased() }
    },
  ]

  /// The texts of all arguments, as `to-string` has them, one after another.
  private static func concat(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    var codes: [ValueCode] = []
    for argument in call.arguments { codes.append(try compiler.compile(argument, for: call.name).value) }
    return Compiled(.string, call.position) { [codes] (frame) throws(ExpressionError) in
      var text = ""
      for code in codes { text += JavaScriptText.string(of: try code(frame)) }
      return .string(text)
    }
  }

  /// Unicode's full case mapping, not that of a language.
  private static func mapped(
    _ call: Call, _ compiler: inout ExpressionCompiler, _ map: @escaping @Sendable (String) -> String
  ) throws(ExpressionError) -> Compiled {
    let operand = try compiler.compile(call.arguments[0], expecting: .string, for: call.name).string(call.name)
    return Compiled(.string, call.position) { (frame) throws(ExpressionError) in .string(map(try operand(frame))) }
  }
}
