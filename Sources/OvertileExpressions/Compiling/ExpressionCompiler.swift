/// Turns syntax into code, one operator at a time.
final class ExpressionCompiler {
  /// Whether `zoom` may be used.
  let allowsZoom: Bool
  /// Whether it was used.
  var usesZoom = false
  /// The keys that were read, each once.
  private(set) var slotKeys: [String] = []
  /// The slots in which properties are read, and the key of each slot.
  private(set) var keysByPosition: [SourcePosition: String] = [:]
  /// The strings that properties are compared with, each once.
  private(set) var slotStrings: [String] = []
  /// How often the feature or the zoom was read: a part that does not read them is a constant.
  private(set) var reads = 0
  /// The variables in sight.
  var scope: [String: Variable] = [:]
  /// The properties that the layer computes, those in sight of the expression.
  let computed: [(name: String, syntax: ExpressionSyntax)]
  /// The number of them that are in sight of the node being compiled: a computed property sees those before it.
  var computedInSight: Int
  /// Those that were read, by their index.
  var computedVariables: [Int: Variable] = [:]
  /// The number of variables with a slot.
  var variableCount = 0
  /// Whether evaluations need a state.
  var needsState = false
  /// How deep the node being compiled is nested, counting the nesting of the variables that it uses.
  var depth = 0
  /// The deepest nesting so far.
  var deepest = 0
  /// The amount of text that all constants together may make.
  private let constantState = EvaluationState()

  /// The deepest nesting that is accepted; bounds the stack.
  static let maximumDepth = 100

  init(allowsZoom: Bool, computed: [(name: String, syntax: ExpressionSyntax)] = []) {
    (self.allowsZoom, self.computed, computedInSight) = (allowsZoom, computed, computed.count)
  }

  /// Compiles a node whose value must have a type; nil and `value` accept all.
  ///
  /// - Parameter asserts: whether an expression of unknown type fails if its value has another one; otherwise the
  ///   surrounding expression handles it.
  func compile(
    _ syntax: ExpressionSyntax, expecting expected: ExpressionType? = nil, for parent: String = "",
    asserts: Bool = true
  ) throws(ExpressionError) -> Compiled {
    let readsBefore = reads
    var compiled = try compileNode(syntax, expecting: expected)
    if let expected {
      if compiled.type == .value, expected.isAsserted {
        if asserts { compiled = compiled.asserting(expected, parent) }
      } else if !expected.accepts(compiled.type) {
        throw ExpressionError(parent, syntax.position, expected: expected, found: compiled.type)
      }
    }
    guard reads == readsBefore, compiled.constant == nil else { return compiled }
    let value = try compiled.value(.empty(constantState))
    return Compiled(constant: value, as: compiled.type, syntax.position)
  }

  private func compileNode(
    _ syntax: ExpressionSyntax, expecting expected: ExpressionType?
  ) throws(ExpressionError) -> Compiled {
    let position = syntax.position
    if case .array(let items) = syntax.content {
      depth += 1
      defer { depth -= 1 }
      try noteDepth(depth, at: position)
      return try compileCall(items, at: position, expecting: expected)
    }
    guard let value = syntax.plainValue else {
      throw ExpressionError(.syntax, "", position, "an object is only allowed in [\"literal\", {...}]")
    }
    if case .double(let double) = value, !double.isFinite {
      throw ExpressionError(.notFinite, "", position, "a number must be finite")
    }
    return Compiled(constant: value, position)
  }

  private func compileCall(
    _ items: [ExpressionSyntax], at position: SourcePosition, expecting expected: ExpressionType?
  ) throws(ExpressionError) -> Compiled {
    guard let head = items.first else {
      throw ExpressionError(.syntax, "", position, "the list is empty; write a list of values as [\"literal\", [...]]")
    }
    guard case .string(let name) = head.content else {
      throw ExpressionError(
        .syntax, "", head.position,
        "a list must start with the name of an operator; write a list of values as [\"literal\", [...]]")
    }
    guard let rule = Operators.table[name] else { throw Operators.unknown(name, at: head.position) }
    let call = Call(
      name: name, arguments: Array(items.dropFirst()), position: position, expected: expected, compiler: self)
    guard rule.accepts(call.arguments.count) else {
      throw call.error(.argumentCount, "expected \(rule.arity), found \(call.arguments.count)")
    }
    return try rule.compile(call)
  }

  /// Notes a nesting, and rejects one that is too deep.
  func noteDepth(_ depth: Int, at position: SourcePosition) throws(ExpressionError) {
    deepest = max(deepest, depth)
    guard depth <= Self.maximumDepth else {
      throw ExpressionError(
        .syntax, "", position,
        "the expression is nested more than \(Self.maximumDepth) levels deep")
    }
  }

  /// Notes that the expression being compiled depends on the feature or the zoom.
  func noteRead() { reads += 1 }

  /// The slot of a key that is read somewhere, the same for every use.
  func slot(key: String, at position: SourcePosition) -> Int {
    noteRead()
    keysByPosition[position] = key
    return Self.slot(of: key, in: &slotKeys)
  }

  /// The slot of a string that properties are compared with.
  func slot(string: String) -> Int { Self.slot(of: string, in: &slotStrings) }

  /// The slot of a text, which is added if there is none.
  private static func slot(of text: String, in slots: inout [String]) -> Int {
    if let slot = slots.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) { return slot }
    slots.append(text)
    return slots.count - 1
  }
}
