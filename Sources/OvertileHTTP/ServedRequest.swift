/// A request as the routes see it: decoded, within the limits of `RequestHead`, and without a body.
package struct ServedRequest: Sendable, Hashable {
  /// The methods that a server of files has.
  package enum Method: String, Sendable, CaseIterable {
    /// The whole response.
    case get = "GET"
    /// The response without its body.
    case head = "HEAD"
    /// The request by which a browser learns what pages of other origins may do.
    case options = "OPTIONS"
  }

  /// One parameter of the query, percent-decoded.
  package struct Parameter: Sendable, Hashable {
    /// The name, before the first "=".
    package var name: String
    /// The text after it; empty without one.
    package var value: String

    /// Makes a parameter.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The method.
  package var method: Method
  /// The segments of the path, percent-decoded one by one, none of them "." or "..". "/" is one empty segment, and a path
  /// that ends with "/" has an empty last one.
  package var path: [String]
  /// The parameters of the query in their order.
  package var query: [Parameter]
  /// The fields of the head by their names in lower case; those of equal names are joined by ", ".
  package var headers: [String: String]
  /// Whether the client goes on with the connection afterwards.
  package var keepsConnection: Bool

  /// Makes a request.
  package init(
    _ method: Method = .get, path: [String], query: [Parameter] = [], headers: [String: String] = [:],
    keepsConnection: Bool = true
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    (self.headers, self.keepsConnection) = (headers, keepsConnection)
  }

  /// The value of a parameter; nil if the query has none of that name.
  ///
  /// - Throws: `RequestFault` if it occurs twice, so that nobody wonders which one counts.
  package func parameter(_ name: String) throws(RequestFault) -> String? {
    let found = query.filter { $0.name == name }
    guard found.count <= 1 else {
      throw RequestFault(
        .badRequest, "bad-parameter", "the parameter \"\(name)\" occurs \(found.count) times; once is enough")
    }
    return found.first?.value
  }

  /// The value of a field of the head; the name is in lower case.
  package func header(_ name: String) -> String? { headers[name] }
}
