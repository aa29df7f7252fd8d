import Foundation
import OvertileCore
import OvertileExpressions
import Testing

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

extension Outcome: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let value):
      var text = JSONText([.lines])
      text.append(value: value)
      return String(decoding: text.bytes, as: UTF8.self)
    case .rejected(let code): return "rejected \(code)"
    case .failed(let code): return "failed \(code)"
    }
  }
}

/// Checks a table, each line with expressions and the value or error that they have: `EXPRESSION | ... => OUTCOME`.
func check(
  _ table: String, _ outcome: (ExpressionSyntax) -> Outcome = { Outcome($0) },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for row in table.split(separator: "\n") where !row.hasPrefix("//") {
    let cells = row.split(separator: " => ").map(String.init)
    for text in cells[0].split(separator: " | ") {
      var reader = SyntaxReader(rest: text)
      #expect("\(outcome(reader.node()))" == cells[1], "\(text)", sourceLocation: sourceLocation)
    }
  }
}

/// Reads JSON; a number with a point or an exponent is no whole number.
private struct SyntaxReader {
  var rest: Substring

  mutating func node() -> ExpressionSyntax {
    switch rest.first {
    case "[": return .init(lists: items("]") { $0.node() })
    case "{":
      let members = items("}") { reader in
        let key = reader.string()
        reader.rest = reader.rest.drop { ": ".contains($0) }
        return ExpressionSyntax.Member(key: key, value: reader.node())
      }
      return .init(.object(members), at: SourcePosition(line: 1, column: 1))
    case "\"": return .init(stringLiteral: string())
    default:
      let word = rest.prefix { !", ]}".contains($0) }
      rest = rest.dropFirst(max(word.count, 1))
      if let whole = Int64(word) { return .init(integerLiteral: whole) }
      if let number = Double(word) { return .init(floatLiteral: number) }
      return word == "null" ? nil : .init(booleanLiteral: word == "true")
    }
  }

  private mutating func items<Item>(_ end: Character, _ item: (inout Self) -> Item) -> [Item] {
    var items: [Item] = []
    rest = rest.dropFirst()
    while let first = rest.first, first != end {
      items.append(item(&self))
      rest = rest.drop { ", ".contains($0) }
    }
    rest = rest.dropFirst()
    return items
  }

  private mutating func string() -> String {
    var end = rest.index(after: rest.startIndex)
    while rest[end] != "\"" { end = rest.index(end, offsetBy: rest[end] == "\\" ? 2 : 1) }
    let quoted = Data(rest[...end].utf8)
    rest = rest[rest.index(after: end)...]
    return (try? JSONDecoder().decode(String.self, from: quoted)) ?? ""
  }
}

extension Outcome: Sendable {}
