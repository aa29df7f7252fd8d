import OvertileFeatures

/// One line of a batch: a query as a JSON object, and its result as JSON on one line.
package struct BatchLine: Sendable {
  /// The result, or an object whose `error` gives the reason in words, beside `code` and `line`.
  package let json: String
  /// The error, if there was one.
  package let error: QueryError?

  /// Computes a line. A member `id` of the line is copied to the result, whatever it is.
  ///
  /// - Parameters:
  ///   - query: the kind of query.
  ///   - bytes: the line without its line feed.
  ///   - number: the number of the line, from 1.
  ///   - defaults: the parameters that the line does not set.
  package init(
    computing query: any CameraQuery.Type, _ bytes: some Sequence<UInt8>, number: Int, defaults: QueryParameters
  ) {
    var id: JSONValue?
    do throws(QueryError) {
      var parameters = try QueryParameters(json: bytes)
      id = parameters.remove("id")
      if parameters["geojson"] == .string("-") {
        throw QueryError(.badQuery, "\(QueryError.name("geojson")): standard input holds the batch")
      }
      self.init(json: Self.line(id, try query.result(parameters.over(defaults)).json), error: nil)
    } catch {
      self.init(error, number: number, id: id)
    }
  }

  /// Makes the result of a line that cannot be read.
  package init(tooLong number: Int, limitByteCount: Int) {
    self.init(QueryError(.badQuery, "the line is longer than \(limitByteCount) bytes"), number: number, id: nil)
  }

  private init(_ error: QueryError, number: Int, id: JSONValue?) {
    var result = QueryResult()
    result.add("error", .text(error.text(naming: .members)))
    result.add("code", .text(error.code.rawValue))
    result.add("line", .whole(UInt64(max(number, 0))))
    self.init(json: Self.line(id, result.json), error: error)
  }

  private init(json: String, error: QueryError?) {
    self.json = json
    self.error = error
  }

  /// An object with the id before its other members.
  private static func line(_ id: JSONValue?, _ object: String) -> String {
    guard let id else { return object }
    return "{\"id\":\(id.json)," + object.dropFirst()
  }
}
