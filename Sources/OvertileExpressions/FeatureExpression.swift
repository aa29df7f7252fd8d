import OvertileCore

/// A compiled MapLibre expression over a feature.
///
/// Operators, types and errors follow the MapLibre style specification. Arithmetic is in doubles and may pass through
/// JavaScript's infinities and NaN; an expression whose own value is one of them, which neither JSON nor a tile can hold,
/// fails with `notFinite`. A number is whole (`PropertyValue.int`) when it comes from a whole number, or from
/// `+ - * % min max abs` of whole numbers, or from `floor ceil round`, and lies within +-2^53; otherwise it is a double.
/// A part that depends on no feature is evaluated once, when compiled, and fails there.
package struct FeatureExpression: Sendable {
  /// The type of every value it can have; `value` if that depends on the feature.
  package let resultType: ExpressionType
  /// The property keys it reads, sorted; those that it computes are not among them.
  package let keys: [String]
  /// Whether it reads the zoom.
  package let usesZoom: Bool
  /// The value that it has for every feature; nil if that depends on the feature or the zoom.
  package let constant: PropertyValue?
  /// The expression as minified JSON; equal for expressions that differ in layout only.
  package let canonicalText: String
  /// Its start.
  package let position: SourcePosition
  /// The key that requires it, for messages: "filter", "circle.radius".
  package var role = ""

  /// The positions at which it reads a property whose key is known, and that key.
  package let keysByPosition: [SourcePosition: String]
  /// The properties for which it has a default, so that no feature needs to have them.
  package let foreseenKeys: Set<String>

  /// The expression as it was written.
  private let syntax: ExpressionSyntax
  private let options: Options
  let code: Compiled
  let slotKeys: [String]
  let slotStrings: [String]
  /// The number of variables that an evaluation keeps; nil for an expression without state.
  let variableCount: Int?

  /// The constraints on an expression.
  package struct Options: Sendable {
    /// The type that the result must have. An expression of type `value` is given an assertion, which fails when
    /// evaluated to another type, as in MapLibre; `value` accepts all.
    package var expected: ExpressionType
    /// Whether the expression may read the zoom.
    package var allowsZoom: Bool

    /// Whether null is allowed in place of the expected type, as the output of `case`, `match` and the like: it means
    /// that there is no value.
    package var acceptsNull: Bool
    /// Whether the expression is a filter: true or false, but not the same for every feature, and perhaps one of MapLibre's
    /// legacy language.
    package var isFilter: Bool

    /// Makes options.
    package init(
      expected: ExpressionType = .value, allowsZoom: Bool = false, acceptsNull: Bool = false, isFilter: Bool = false
    ) {
      (self.expected, self.allowsZoom) = (expected, allowsZoom)
      (self.acceptsNull, self.isFilter) = (acceptsNull, isFilter)
    }

    /// Those of a filter.
    package static func filter(allowsZoom: Bool = false) -> Options {
      Options(expected: .boolean, allowsZoom: allowsZoom, isFilter: true)
    }
  }

  /// A property of features that an expression computes.
  package typealias ComputedValue = (name: String, expression: FeatureExpression)

  /// Compiles an expression. O(nodes).
  ///
  /// - Parameter computed: properties that it reads in place of those of the source; each sees those before it.
  /// - Throws: an error with the position of the node concerned, for the first fault.
  package init(
    _ syntax: ExpressionSyntax, options: Options = Options(), computed: [ComputedValue] = []
  ) throws(ExpressionError) {
    let source = options.isFilter ? try syntax.withoutLegacyFilters() : syntax
    let computed = computed.map { ($0.name, $0.expression.syntax) }
    var compiler = ExpressionCompiler(allowsZoom: options.allowsZoom, computed: computed)
    do throws(ExpressionError) {
      code = try compiler.compile(source, expecting: options.expected)
    } catch {
      guard options.acceptsNull, error.types?.found == ExpressionType.null.name else { throw error }
      compiler = ExpressionCompiler(allowsZoom: options.allowsZoom, computed: computed)
      let code = try compiler.compile(source, expecting: .value)
      guard code.type == .value else { throw error }
      self.code = code.assertingUnlessNull(options.expected)
    }
    (self.syntax, self.options) = (syntax, options)
    foreseenKeys = compiler.computedVariables.keys.reduce(into: ForeseenKeys(syntax).keys) {
      $0.formUnion(ForeseenKeys(compiler.computed[$1].syntax).keys)
    }
    resultType = code.type
    keys = compiler.slotKeys.sorted()
    keysByPosition = compiler.keysByPosition
    usesZoom = compiler.usesZoom
    constant = code.constant
    canonicalText = CanonicalJSON.text(of: syntax)
    position = code.position
    slotKeys = compiler.slotKeys
    slotStrings = compiler.slotStrings
    variableCount = compiler.needsState ? compiler.variableCount : nil
    if options.isFilter, case .bool(let bool)? = constant {
      throw ExpressionError(
        .constant, "", syntax.position,
        "the filter is \(bool) for every feature, because it does not depend on the feature; to compare a property, "
          + #"write ["==", ["get", "category"], "cafe"]"#)
    }
    if let constant { try constant.requireFinite(at: position) }
  }

  /// The expression, but it reads computed properties in place of those of the source; each of them sees those before it.
  ///
  /// - Throws: an error if it does not accept their types, or where they need a zoom that is not known.
  package func reading(_ computed: [ComputedValue]) throws(ExpressionError) -> FeatureExpression {
    guard computed.contains(where: { keys.contains($0.name) }) else { return self }
    var reading = try FeatureExpression(syntax, options: options, computed: computed)
    reading.role = role
    return reading
  }

  /// The names of all operators, sorted.
  package static var operatorNames: [String] { Operators.names }

  /// The names of operators that only legacy filters have.
  package static var legacyFilterNames: [String] { ExpressionSyntax.legacyFilterNames }
}

extension PropertyValue {
  /// Rejects an infinity or NaN.
  @inline(__always)
  func requireFinite(at position: SourcePosition) throws(ExpressionError) {
    guard case .double(let double) = self, !double.isFinite else { return }
    throw ExpressionError(.notFinite, "", position, "the result is not a finite number")
  }
}
