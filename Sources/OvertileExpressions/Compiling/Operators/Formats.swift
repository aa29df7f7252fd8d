import OvertileFeatures
import OvertileSearching

/// `number-format`: numbers written for people.
extension Operators {
  static let formats: [String: OperatorRule] = ["number-format": OperatorRule(.exactly(2), numberFormat)]

  private static func numberFormat(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    let number = try compiler.compile(call.arguments[0], expecting: .number, for: call.name).number(call.name)
    let known = ["locale", "currency", "unit", "min-fraction-digits", "max-fraction-digits"]
    let options = try options(call.arguments[1], known: known, call.name)
    if options["currency"] != nil, options["unit"] != nil {
      throw ExpressionError(.syntax, call.name, call.position, "currency and unit do not go together")
    }
    var strings: [String: StringCode] = [:]
    for name in ["locale", "currency", "unit"] {
      guard let syntax = options[name], syntax.content != .string("") else { continue }
      strings[name] = try compiler.compile(syntax, expecting: .string, for: call.name).string(call.name)
    }
    var digits: [String: NumberCode] = [:]
    for name in ["min-fraction-digits", "max-fraction-digits"] {
      guard let syntax = options[name] else { continue }
      digits[name] = try compiler.compile(syntax, expecting: .number, for: call.name).number(call.name)
    }
    let (locale, currency, unit) = (strings["locale"], strings["currency"], strings["unit"])
    let (least, most) = (digits["min-fraction-digits"], digits["max-fraction-digits"])
    let callSite = call.callSite
    return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
      let format = NumberFormat(
        locale: try locale?(frame), currency: try currency?(frame), unit: try unit?(frame),
        minimumDigits: try least?(frame).value, maximumDigits: try most?(frame).value)
      return .string(try format.text(of: try number(frame).value, callSite))
    }
  }

  /// The members of an object of options; null ones are left out.
  static func options(
    _ syntax: ExpressionSyntax, known: [String], _ operatorName: String
  ) throws(ExpressionError) -> [String: ExpressionSyntax] {
    guard case .object(let members) = syntax.content else {
      throw ExpressionError(
        .syntax, operatorName, syntax.position, "takes an object with options: " + known.joined(separator: ", "))
    }
    var options: [String: ExpressionSyntax] = [:]
    for member in members {
      guard known.contains(member.key) else {
        let suggestion = NearestName.suggestion(for: member.key, among: known)
        throw ExpressionError(
          .syntax, operatorName, member.value.position, "unknown option \"\(member.key)\"" + suggestion)
      }
      options[member.key] = member.value.content == .null ? nil : member.value
    }
    return options
  }
}
