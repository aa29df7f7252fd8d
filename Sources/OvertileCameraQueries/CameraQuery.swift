/// A query about cameras, zooms, regions or tiles: read from parameters, then computed.
///
/// Reading and computing never trap, whatever the parameters are.
package protocol CameraQuery: Sendable {
  /// The names of its parameters, without dashes.
  static var names: [String] { get }
  /// Reads the query. Throws if it is wrong.
  init(_ parameters: QueryParameters) throws(QueryError)
  /// Computes the result.
  func result() throws(QueryError) -> QueryResult
}

extension CameraQuery {
  /// Reads a query, rejects unknown names, and computes it with finite numbers.
  package static func result(_ parameters: QueryParameters) throws(QueryError) -> QueryResult {
    try parameters.check(names: names)
    let result = try Self(parameters).result()
    guard result.isFinite else {
      throw QueryError(.noResult, "the numbers are too large or too small to compute with")
    }
    return result
  }
}
