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
