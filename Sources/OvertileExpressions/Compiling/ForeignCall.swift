/// Translates calls of other languages whose arguments are in another order here, or for which there is no operator.
enum ForeignCall {
  /// The replacement; nil for unknown names.
  static func advice(_ name: String, _ items: [ExpressionSyntax]) -> String? {
    let arguments = Array(items.dropFirst())
    let texts = arguments.map(CanonicalJSON.text)
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "contains",
      "includes" where texts.count == 2:
      return write("[\"in\",\(texts[1]),\(texts[0])]")
    case "nin",
      "notin" where texts.count > 1:
      return write("[\"!\",[\"in\",\(texts[0]),\(CallAdvice.literal(Array(arguments.dropFirst())))]]")
    case "isnull",
      "isnone" where texts.count == 1:
      return write("[\"==\",\(texts[0]),null]")
    case "notnull",
      "isnotnull" where texts.count == 1:
      return write("[\"!=\",\(texts[0]),null]")
    case "between" where texts.count == 3:
      return write("[\"all\",[\">=\",\(texts[0]),\(texts[1])],[\"<=\",\(texts[0]),\(texts[2])]]")
    case "lower", "tolower",
      "lowercase" where texts.count == 1:
      return write("[\"downcase\",\(texts[0])]")
    case "upper", "toupper",
      "uppercase" where texts.count == 1:
      return write("[\"upcase\",\(texts[0])]")
    case "len" where texts.count == 1: return write("[\"length\",\(texts[0])]")
    case "int", "float", "number", "toint",
      "parsefloat" where texts.count == 1:
      return write("[\"to-number\",\(texts[0])]")
    case "substr", "substring", "mid": return "[\"slice\",TEXT,START,END] is a part of a text, counted from 0"
    case "startswith":
      guard texts.count == 2, case .string(let start) = arguments[1].content else { return slices }
      return write("[\"==\",[\"slice\",\(texts[0]),0,\(start.utf16.count)],\(texts[1])]")
    case "endswith":
      guard texts.count == 2, case .string(let end) = arguments[1].content else { return slices }
      return write("[\"==\",[\"slice\",\(texts[0]),\(-end.utf16.count)],\(texts[1])]")
    case "like", "ilike", "match", "matches", "regex", "regexp", "rlike", "search":
      return "patterns are not supported: [\"in\",\"part\",TEXT] finds a part of a text, and \(slices)"
    case "ifelse", "iif", "switch", "when": return "[\"case\",TEST,VALUE,...,OTHERWISE] chooses a value"
    case "exists", "isset": return "[\"has\",\"property\"] asks whether a feature has a property"
    case "sum": return "[\"+\",...] adds numbers; `sum` is an operation of `aggregates`"
    default: return nil
    }
  }

  private static let slices = "[\"==\",[\"slice\",TEXT,0,LENGTH],\"start\"] compares its beginning"

  private static func write(_ text: String) -> String { "write \(text)" }
}
