import Features

/// A compiled MapLibre expression over a feature.
///
/// Operators and their semantics follow the MapLibre style specification; where it leaves a result to JavaScript's
/// infinities or NaN, which neither JSON nor a tile can hold, evaluation fails with `notFinite`. Arithmetic is in doubles.
/// A number is whole (`PropertyValue.int`) when it comes from a whole number, or from `+ - * % min max abs` of whole
/// numbers, or from `floor ceil round`, and lies within +-2^53; otherwise it is a double. What depends on no feature is
/// evaluated once, when compiled, and fails there.
public struct FeatureExpression: Sendable {
  /// The type of every value it can have; `value` when that depends on the feature.
  public let resultType: ExpressionType
  /// The property keys it reads, sorted.
  public let keys: [String]
  /// Whether it reads the zoom.
  public let usesZoom: Bool
  /// The expression as minified JSON; equal for expressions that differ in layout only.
  public let canonicalText: String
  /// Where it begins.
  public let position: SourcePosition

  let code: Compiled
  let slotKeys: [String]
  let slotStrings: [String]

  /// What an expression may be.
  public struct Options: Sendable {
    /// The type that the result must have. An expression of type `value` is given an assertion, which fails when
    /// evaluated to another type, as MapLibre does; `value` accepts all.
    public var expected: ExpressionType
    /// Whether the expression may read the zoom.
    public var allowsZoom: Bool

    /// Makes options.
    public init(expected: ExpressionType = .value, allowsZoom: Bool = false) {
      self.expected = expected
      self.allowsZoom = allowsZoom
    }
  }

  /// Compiles an expression. O(nodes).
  ///
  /// - Throws: an error with the position of the node concerned, for the first thing that is wrong.
  public init(_ syntax: ExpressionSyntax, options: Options = Options()) throws(ExpressionError) {
    var compiler = ExpressionCompiler(allowsZoom: options.allowsZoom)
    let code = try compiler.compile(syntax, expecting: options.expected)
    self.init(code, compiler, text: CanonicalJSON.text(of: syntax), at: syntax.position)
  }

  /// The expression that reads one property: `["get", key]`.
  public init(property key: String, options: Options = Options(), at position: SourcePosition)
    throws(ExpressionError)
  {
    let name = ExpressionSyntax(.string("get"), at: position)
    try self.init(ExpressionSyntax(.array([name, .init(.string(key), at: position)]), at: position), options: options)
  }

  private init(_ code: Compiled, _ compiler: ExpressionCompiler, text: String, at position: SourcePosition) {
    self.code = code
    resultType = code.type
    keys = compiler.slotKeys.sorted()
    usesZoom = compiler.usesZoom
    canonicalText = text
    self.position = position
    slotKeys = compiler.slotKeys
    slotStrings = compiler.slotStrings
  }
}
