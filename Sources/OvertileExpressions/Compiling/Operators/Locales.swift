import OvertileFeatures

/// `collator` and `resolved-locale`: how strings are compared.
extension Operators {
  static let locales: [String: OperatorRule] = [
    "collator": OperatorRule(.exactly(1), collator),
    "resolved-locale": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let code = try collator(call.arguments[0], &compiler, for: call.name)
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in .string(try code(frame).locale) }
    },
  ]

  /// The code of an argument that must be a collator.
  static func collator(
    _ syntax: ExpressionSyntax, _ compiler: inout ExpressionCompiler, for operatorName: String
  ) throws(ExpressionError) -> CollatorCode {
    let compiled = try compiler.compile(syntax, expecting: .collator, for: operatorName)
    guard case .collator(let code) = compiled.code else {
      throw ExpressionError(operatorName, compiled.position, expected: .collator, found: compiled.type)
    }
    return code
  }

  private static func collator(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let options = try options(
      call.arguments[0], known: ["case-sensitive", "diacritic-sensitive", "locale"], call.name)
    var codes: [BooleanCode] = []
    for name in ["case-sensitive", "diacritic-sensitive"] {
      guard let syntax = options[name] else {
        codes.append { _ in false }
        continue
      }
      codes.append(try compiler.compile(syntax, expecting: .boolean, for: call.name).boolean(call.name))
    }
    var locale: StringCode?
    if let syntax = options["locale"], syntax.content != .string("") {
      locale = try compiler.compile(syntax, expecting: .string, for: call.name).string(call.name)
    }
    // As in MapLibre, a comparison by language is not evaluated when parsing.
    compiler.noteRead()
    let (caseSensitive, diacriticSensitive, callSite) = (codes[0], codes[1], call.callSite)
    return Compiled(
      collator: { [locale] (frame) throws(ExpressionError) in
        let name = try locale?(frame)
        guard
          let collator = Collator(
            isCaseSensitive: try caseSensitive(frame), isDiacriticSensitive: try diacriticSensitive(frame), locale: name
          )
        else { throw callSite.error(.unsupported, "\(CanonicalJSON.quoted(name ?? "")) is not a language tag") }
        return collator
      }, call.position)
  }
}
