/// A request that is not served, with the status of the response: the client's fault, not the server's.
package struct RequestFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status of the response.
  package var status: ResponseStatus
  /// A stable word for programs.
  package var code: String
  /// For people: the fault, and what to do.
  package var message: String

  /// Makes a fault.
  package init(_ status: ResponseStatus, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// The status, the code and the message.
  package var description: String { "\(status.rawValue) \(code): \(message)" }
}
