import MapMath
import OvertileCore
import OvertilePipeline

/// The result of a query: named values in an order that never changes, to be written as JSON or for people.
struct QueryResult: ExpressibleByDictionaryLiteral {
  /// A value.
  indirect enum Value {
    /// A number and the quantity that it measures.
    case number(Double, Quantity)
    /// A whole number.
    case whole(UInt64)
    /// A text.
    case text(String)
    /// A coordinate: an object of latitude and longitude.
    case coordinate(Coordinate)
    /// More named values.
    case group(QueryResult)
    /// Values that are alike: a line each for people, after a line of their names.
    case rows([QueryResult])
  }

  /// The values in order, with their names in JSON.
  private(set) var entries: [(name: String, value: Value)]

  /// Makes a result of some values.
  init(dictionaryLiteral entries: (String, Value)...) { self.entries = entries.map { ($0, $1) } }

  /// Adds a value at the end.
  mutating func add(_ name: String, _ value: Value) { entries.append((name, value)) }

  /// The result as JSON on one line: full precision, names in order.
  ///
  /// - Throws: `PipelineError.badData` for a number that is not finite.
  func json() throws -> String {
    let members = try entries.map { try JSONText.quoted($0.name, .lines) + ":" + $0.value.json() }
    return "{" + members.joined(separator: ",") + "}"
  }
}

extension QueryResult.Value {
  fileprivate func json() throws -> String {
    switch self {
    case .number(let number, _):
      guard number.isFinite else {
        throw PipelineError.badData("the numbers are too large or too small for this calculation")
      }
      return JSONValue.text(number)
    case .whole(let number): return "\(number)"
    case .text(let text): return JSONText.quoted(text, .lines)
    case .coordinate(let place):
      let group: QueryResult = [
        "latitude": .number(place.latitude, .degrees), "longitude": .number(place.longitude, .degrees),
      ]
      return try group.json()
    case .group(let group): return try group.json()
    case .rows(let rows): return "[" + (try rows.map { try $0.json() }.joined(separator: ",")) + "]"
    }
  }
}
