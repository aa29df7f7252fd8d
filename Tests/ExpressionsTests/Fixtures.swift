import OvertileCore
import OvertileExpressions

/// Syntax written as Swift literals; the position of every node is 1:1.
extension ExpressionSyntax: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral, ExpressibleByDictionaryLiteral
{
  private static let place = SourcePosition(line: 1, column: 1)

  package init(stringLiteral value: String) { self.init(.string(value), at: Self.place) }
  package init(integerLiteral value: Int64) { self.init(.int(value), at: Self.place) }
  package init(floatLiteral value: Double) { self.init(.double(value), at: Self.place) }
  package init(booleanLiteral value: Bool) { self.init(.bool(value), at: Self.place) }
  package init(arrayLiteral elements: ExpressionSyntax...) { self.init(.array(elements), at: Self.place) }
  package init(nilLiteral: ()) { self.init(.null, at: Self.place) }
  package init(dictionaryLiteral elements: (String, ExpressionSyntax)...) {
    self.init(.object(elements.map { .init(key: $0.0, value: $0.1) }), at: Self.place)
  }
}

extension FeatureExpression {
  /// A filter.
  init(filter syntax: ExpressionSyntax, allowsZoom: Bool = false) throws(ExpressionError) {
    try self.init(syntax, options: .filter(allowsZoom: allowsZoom))
  }
}

/// Features of tests.
enum Sample {
  /// One feature with some of every type of property, an id and a geometry.
  static let batch = batch([
    "name": .string("Suva"), "mag": .double(5.5), "depth": .int(10), "big": .uint(UInt64.max), "felt": .bool(true),
    "nothing": .null, "tags": .json(#"["a","b",3,null]"#), "info": .json(#"{"k":1}"#), "text": .string("12.5"),
    "zero": .int(0), "empty": .string(""), "key": .string("depth"), "sameTags": .json(#"["a","b",3, null]"#),
  ])

  /// A batch of one multi-point feature with id 7.
  static func batch(_ properties: [String: PropertyValue]) -> FeatureBatch {
    var batch = FeatureBatch()
    batch.ids = [.int(7)]
    batch.geometryTypes = [.multiPoint]
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      batch.properties.keyIndices.append(batch.properties.keys.intern(.string(key)))
      batch.properties.valueIndices.append(batch.properties.values.intern(value))
    }
    batch.properties.rowEnds = [UInt32(properties.count)]
    return batch
  }
}

/// The result of an expression.
enum Outcome: Equatable {
  case value(PropertyValue)
  /// Rejected when compiled.
  case rejected(ExpressionError.Code)
  /// Failed when evaluated.
  case failed(ExpressionError.Code)

  init(
    _ syntax: ExpressionSyntax, _ batch: FeatureBatch = Sample.batch, zoom: Double? = nil,
    options: FeatureExpression.Options = .init(allowsZoom: true)
  ) {
    do throws(ExpressionError) {
      let expression = try FeatureExpression(syntax, options: options)
      do throws(ExpressionError) {
        self = .value(try expression.bound(to: batch).value(ofFeature: 0, zoom: zoom))
      } catch { self = .failed(error.code) }
    } catch { self = .rejected(error.code) }
  }
}

/// A row of a table of expressions.
struct Row: CustomStringConvertible, Sendable {
  let syntax: ExpressionSyntax
  let outcome: Outcome

  init(_ syntax: ExpressionSyntax, _ value: PropertyValue) {
    self.syntax = syntax
    outcome = .value(value)
  }

  init(_ syntax: ExpressionSyntax, rejected code: ExpressionError.Code) {
    self.syntax = syntax
    outcome = .rejected(code)
  }

  init(_ syntax: ExpressionSyntax, failed code: ExpressionError.Code) {
    self.syntax = syntax
    outcome = .failed(code)
  }

  var description: String { "\(syntax.content)" }
}

extension Outcome: Sendable {}
