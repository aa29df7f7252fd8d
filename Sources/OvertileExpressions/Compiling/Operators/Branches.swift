import OvertileCore

/// The outputs of an operator that chooses between them.
///
/// More lenient than MapLibre in two points: an output may be null if no type is required, so that a computed property
/// can be left out, and `error` may come before outputs of any type.
struct Branches {
  private let call: Call
  private var common: ExpressionType?
  private var mayBeNull = false
  private(set) var codes: [ValueCode] = []

  init(_ call: Call) {
    self.call = call
    common = call.demanded
  }

  /// The type of every output.
  var type: ExpressionType { mayBeNull ? .value : common ?? .value }

  /// Compiles one more output.
  mutating func add(_ syntax: ExpressionSyntax) throws(ExpressionError) {
    if call.demanded == nil, syntax.content == .null {
      mayBeNull = true
      codes.append { _ in .null }
      return
    }
    let branch = try call.compile(syntax, common)
    if common == nil, branch.type != .error { common = branch.type }
    codes.append(branch.value)
  }
}

/// The labels of `match` and the branch of each.
struct MatchLabels {
  let call: Call
  private(set) var type: ExpressionType?
  private(set) var numbers: [Double: Int] = [:]
  private(set) var strings: [ExactText: Int] = [:]

  init(call: Call) { self.call = call }

  /// Adds a label or a list of labels.
  mutating func add(_ syntax: ExpressionSyntax, branch: Int) throws(ExpressionError) {
    guard case .array(let labels) = syntax.content else { return try addOne(syntax, branch: branch) }
    guard !labels.isEmpty else {
      throw call.error(.syntax, "a list of labels must not be empty", at: syntax.position)
    }
    for label in labels { try addOne(label, branch: branch) }
  }

  private mutating func addOne(_ syntax: ExpressionSyntax, branch: Int) throws(ExpressionError) {
    if case .string(let string) = syntax.content {
      try note(.string, isKnown: strings.updateValue(branch, forKey: ExactText(string)) != nil, at: syntax.position)
    } else if let number = syntax.plainNumber, number == number.rounded(), number.magnitude < Number.exactLimit {
      try note(.number, isKnown: numbers.updateValue(branch, forKey: number) != nil, at: syntax.position)
    } else {
      throw call.error(
        .syntax, "a label must be a string, a whole number below 2^53, or a list of these", at: syntax.position)
    }
  }

  private mutating func note(
    _ labelType: ExpressionType, isKnown: Bool, at position: SourcePosition
  ) throws(ExpressionError) {
    if let type, type != labelType {
      throw ExpressionError(call.name, position, expected: type, found: labelType)
    }
    type = labelType
    if isKnown { throw call.error(.syntax, "this label occurs more than once", at: position) }
  }
}
