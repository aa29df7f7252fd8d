import MapMath
import OvertileCore

/// The result of a query: named values in an order that never changes, to be written as JSON or for people.
struct QueryResult: Sendable, Hashable {
  /// A value.
  indirect enum Value: Sendable, Hashable {
    /// A number and the quantity that it measures.
    case number(Double, Quantity)
    /// A whole number.
    case whole(UInt64)
    /// A text.
    case text(String)
    /// True or false.
    case flag(Bool)
    /// A coordinate: an object of latitude and longitude.
    case coordinate(Coordinate)
    /// More named values.
    case group(QueryResult)
    /// Values that are alike: a line each for people, after a line of their names.
    case rows([QueryResult])
  }

  /// A named value.
  struct Entry: Sendable, Hashable {
    /// The name, as in JSON.
    var name: String
    /// The value.
    var value: Value
  }

  /// The values in order.
  private(set) var entries: [Entry] = []

  /// Makes a result without values.
  init() {}

  /// Adds a value at the end.
  mutating func add(_ name: String, _ value: Value) { entries.append(Entry(name: name, value: value)) }

  /// Adds a number at the end.
  mutating func add(_ name: String, _ number: Double, _ quantity: Quantity) {
    add(name, .number(number, quantity))
  }

  /// Adds named values with a name.
  mutating func group(_ name: String, _ fill: (inout QueryResult) -> Void) {
    var group = QueryResult()
    fill(&group)
    add(name, .group(group))
  }

  /// Whether all numbers are finite.
  var isFinite: Bool {
    entries.allSatisfy { entry in
      switch entry.value {
      case .number(let number, _): number.isFinite
      case .coordinate(let coordinate): coordinate.latitude.isFinite && coordinate.longitude.isFinite
      case .group(let group): group.isFinite
      case .rows(let rows): rows.allSatisfy(\.isFinite)
      case .whole, .text, .flag: true
      }
    }
  }

  /// The result as JSON on one line: full precision, names in order, nothing that is not finite.
  var json: String {
    let members = entries.map { JSONText.quoted($0.name, [.lines, .delete]) + ":" + $0.value.json }
    return "{" + members.joined(separator: ",") + "}"
  }
}

extension QueryResult.Value {
  var json: String {
    switch self {
    case .number(let number, _): JSONValue.text(number)
    case .whole(let number): "\(number)"
    case .text(let text): JSONText.quoted(text, [.lines, .delete])
    case .flag(let flag): flag ? "true" : "false"
    case .coordinate(let coordinate):
      "{\"latitude\":\(JSONValue.text(coordinate.latitude)),\"longitude\":\(JSONValue.text(coordinate.longitude))}"
    case .group(let group): group.json
    case .rows(let rows): "[" + rows.map(\.json).joined(separator: ",") + "]"
    }
  }
}
