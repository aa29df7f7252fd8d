import OvertileCore
import OvertileExpressions
import TestSupport
import Testing

/// Random expressions over all operators: they end, never trap, and have the same result every time.
@Suite struct RandomExpressionTests {
  @Test func theyEndAndAreDeterministic() {
    var outcomes: [String: Int] = [:]
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let syntax = random.expression(depth: Int.random(in: 1...5, using: &random))
      let outcome = Outcome(syntax, zoom: 3)
      #expect(outcome == Outcome(syntax, zoom: 3), "seed \(seed)")
      switch outcome {
      case .value(let value):
        outcomes["value", default: 0] += 1
        #expect(value.number?.isFinite ?? true, "seed \(seed)")
      case .rejected(let code): outcomes["refused \(code)", default: 0] += 1
      case .failed(let code): outcomes["failed \(code)", default: 0] += 1
      }
    }
    for wanted in ["value", "refused typeMismatch", "refused argumentCount", "failed typeMismatch"] {
      #expect(outcomes[wanted, default: 0] > 20, "the generator makes all kinds: \(outcomes)")
    }
  }

  /// An expression that compiles without a required type has its own: the value has the stated type.
  @Test func valuesAreOfTheTypeThatWasSaid() throws {
    var values = 0
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let syntax = random.expression(depth: 3)
      guard let expression = try? FeatureExpression(syntax, options: .init(allowsZoom: true)),
        let value = try? expression.bound(to: Sample.batch).value(ofFeature: 0, zoom: 3)
      else { continue }
      values += 1
      switch (expression.resultType, ExpressionType(of: value)) {
      case (.value, _), (_, .null): break
      // A part of a list is of the type of the list, as in MapLibre; so are outputs that may be null.
      case (.array, .array): break
      case (let said, let found): #expect(said == found, "seed \(seed): \(syntax)")
      }
    }
    #expect(values > 200)
  }
}

extension SeededRandom {
  private static let keys: [ExpressionSyntax] = [
    "name", "mag", "depth", "big", "felt", "nothing", "tags", "info", "text", "zero", "empty", "missing",
  ]
  private static let plain: [ExpressionSyntax] = [
    nil, true, false, 0, 1, -1, 2.5, 1e300, "", "a", "Suva", "12", ["literal", []], ["literal", [1, 2]],
    ["literal", ["a", "b"]], ["literal", ["k": [1]]], ["type": "Point", "coordinates": [1, 2]],
    ["case-sensitive": true], ["locale": "de"], ["linear"], ["exponential", 2], ["cubic-bezier", 0, 0.5, 1, 1],
    ["type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]],
  ]

  /// A random expression; half of the operators have a number of arguments that fits some operator.
  fileprivate mutating func expression(depth: Int) -> ExpressionSyntax {
    let choice = Int.random(in: 0..<10, using: &self)
    if depth == 0 || choice == 0 { return leaf() }
    guard let name = FeatureExpression.operatorNames.randomElement(using: &self) else { return leaf() }
    if name == "let" {
      return [
        "let", "x", expression(depth: depth - 1), ["concat", ["var", "x"], expression(depth: depth - 1)],
      ]
    }
    let count = Int.random(in: 0...(choice < 3 ? 5 : 3), using: &self)
    let arguments = (0..<count).map { _ in expression(depth: depth - 1) }
    return ExpressionSyntax(lists: [.init(stringLiteral: name)] + arguments)
  }

  private mutating func leaf() -> ExpressionSyntax {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: return ["get", Self.keys.randomElement(using: &self) ?? "name"]
    case 1: return Self.keys.randomElement(using: &self) ?? "name"
    default: return Self.plain.randomElement(using: &self) ?? 1
    }
  }
}
