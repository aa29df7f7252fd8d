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

extension PropertyValue {
  /// The value as the labels of `match` have it: a number is a double, whole or not.
  var label: PropertyValue { number.map { .double($0) } ?? self }
}

extension Call {
  /// A label of `match`, or the labels of a list.
  func labels(_ syntax: ExpressionSyntax) throws(ExpressionError) -> [(label: PropertyValue, position: SourcePosition)]
  {
    guard case .array(let items) = syntax.content else { return [(try label(syntax), syntax.position)] }
    if items.isEmpty { throw error(.syntax, "a list of labels must not be empty", at: syntax.position) }
    return try items.map { (item) throws(ExpressionError) in (try label(item), item.position) }
  }

  private func label(_ syntax: ExpressionSyntax) throws(ExpressionError) -> PropertyValue {
    switch syntax.plainValue?.label {
    case .string(let string)?: return .string(string)
    case .double(let number)? where number == number.rounded() && number.magnitude < Number.exactLimit:
      return .double(number)
    default:
      throw error(
        .syntax, "a label must be a string, a whole number below 2^53, or a list of these", at: syntax.position)
    }
  }
}
