import OvertileCore

/// The labels of `match` and the branch of each.
struct MatchLabels: Sendable {
  let operatorName: String
  private(set) var type: ExpressionType?
  private var numbers: [Double: Int] = [:]
  private var strings = ByteKeyed<Int>()

  init(operatorName: String) {
    self.operatorName = operatorName
  }

  /// Adds a label or a list of labels.
  mutating func add(_ syntax: ExpressionSyntax, branch: Int) throws(ExpressionError) {
    guard case .array(let labels) = syntax.content else { return try addOne(syntax, branch: branch) }
    guard !labels.isEmpty else {
      throw ExpressionError(.syntax, operatorName, syntax.position, "a list of labels must not be empty")
    }
    for label in labels { try addOne(label, branch: branch) }
  }

  /// The branch of a value, or nil for the fallback.
  func branch(of value: PropertyValue) -> Int? {
    if case .string(let string) = value { return strings[string] }
    return value.number.flatMap { numbers[$0] }
  }

  private mutating func addOne(_ syntax: ExpressionSyntax, branch: Int) throws(ExpressionError) {
    let label: PropertyValue
    switch syntax.content {
    case .int(let int) where int.magnitude < UInt64(Number.exactLimit): label = .double(Double(int))
    case .double(let double) where double == double.rounded() && double.magnitude < Number.exactLimit:
      label = .double(double)
    case .string(let string): label = .string(string)
    default:
      throw ExpressionError(
        .syntax, operatorName, syntax.position,
        "a label must be a string, a whole number below 2^53, or a list of these")
    }
    let labelType = ExpressionType(of: label)
    if let type, type != labelType {
      throw ExpressionError(operatorName, syntax.position, expected: type, found: labelType)
    }
    type = labelType
    guard self.branch(of: label) == nil else {
      throw ExpressionError(.syntax, operatorName, syntax.position, "this label occurs more than once")
    }
    if case .string(let string) = label {
      strings[string] = branch
    } else if let number = label.number {
      numbers[number] = branch
    }
  }
}
