import OvertileCore
import OvertileGeoJSON
import TestSupport

/// Random features of every form that round trips exactly.
struct RandomFeatures {
  var random: SeededRandom

  private static let texts = [
    "", "a", "name", "é", "日本", "😀", "\"", "\\", "a\"}]{[b", "line\nfeed", "\u{0}\u{1}\u{1F}", "\t\r\u{8}\u{C}/",
    "type", "features", "coordinates", "\\u0041", "ends with \\", "\u{7F}\u{2028}",
    String(repeating: "long {", count: 30),
  ]

  mutating func features(_ count: Int) -> [PlainFeature] { (0..<count).map { _ in feature() } }

  mutating func feature() -> PlainFeature {
    let type = GeometryType.allCases.randomElement(using: &random) ?? .none
    return PlainFeature(id: id(), type: type, elements: elements(type), properties: properties())
  }

  private mutating func id() -> PropertyValue {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .int(Int64.random(in: .min ... .max, using: &random))
    case 1: .int(Int64.random(in: -3...3, using: &random))
    case 2: .double(number() + 0.5)
    case 3: .string(text())
    default: .null
    }
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Double(Int.random(in: -180...180, using: &random))
    case 1: return Double.random(in: -180...180, using: &random)
    case 2: return Double(Int.random(in: -1_800_000...1_800_000, using: &random)) / 10_000
    default:
      let any = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
      return any.isFinite ? any : 1e-9
    }
  }

  private mutating func positions(_ count: Int) -> [[Double]] { (0..<count).map { _ in [number(), number()] } }

  private mutating func ring() -> [[Double]] {
    let open = positions(Int.random(in: 3...6, using: &random))
    return open + [open[0]]
  }

  private mutating func element(_ kind: ElementKind, points: Int = 1) -> PlainFeature.Element {
    switch kind {
    case .points: .init(kind: kind, rings: [positions(points)])
    case .line: .init(kind: kind, rings: [positions(Int.random(in: 2...5, using: &random))])
    case .polygon: .init(kind: kind, rings: (0..<Int.random(in: 1...3, using: &random)).map { _ in ring() })
    }
  }

  private mutating func elements(_ type: GeometryType) -> [PlainFeature.Element] {
    if type == .none || Int.random(in: 0..<8, using: &random) == 0 { return [] }
    let many = Int.random(in: 1...3, using: &random)
    switch type {
    case .none: return []
    case .point: return [element(.points)]
    case .multiPoint: return [element(.points, points: many)]
    case .lineString: return [element(.line)]
    case .polygon: return [element(.polygon)]
    case .multiLineString: return (0..<many).map { _ in element(.line) }
    case .multiPolygon: return (0..<many).map { _ in element(.polygon) }
    case .geometryCollection:
      return (0..<many).map { _ in
        element([.points, .line, .polygon].randomElement(using: &random) ?? .points, points: many)
      }
    }
  }

  private mutating func properties() -> [PlainFeature.Property] {
    var keys: Set<String> = []
    return (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
      let key = text()
      return keys.insert(key).inserted ? .init(key: key, value: value()) : nil
    }
  }

  private mutating func value() -> PropertyValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .int(Int64.random(in: .min ... .max, using: &random))
    case 3: .uint(UInt64.random(in: (1 << 63) ... .max, using: &random))
    case 4: .double(number())
    case 5: .json(["[]", "{}", "[1,{\"a\":[]}]", "{\"a\\\"\":[null,\"\\n{\"]}"].randomElement(using: &random) ?? "[]")
    default: .string(text())
    }
  }
}
