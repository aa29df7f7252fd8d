/// A response: a status, fields of the head, and a body.
package struct ServedResponse: Sendable {
  /// The body.
  package enum Body: Sendable {
    /// None.
    case none
    /// Bytes in memory.
    case bytes([UInt8])
    /// So many bytes that are read as they are sent: `read` returns exactly those of a range, or throws.
    case source(count: Int, read: @Sendable (Range<Int>) throws -> [UInt8])
    /// Bytes that come over time, until the closure returns. The connection ends with it.
    case stream(@Sendable (ResponseStream) -> Void)

    /// The number of bytes; nil if it is not known before.
    package var count: Int? {
      switch self {
      case .none: 0
      case .bytes(let bytes): bytes.count
      case .source(let count, _): count
      case .stream: nil
      }
    }
  }

  /// One field of the head.
  package struct Field: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value, on one line.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The status.
  package var status: ResponseStatus
  /// The fields of the head, without those of the connection: its length, the date, whether it goes on.
  package var fields: [Field]
  /// The body.
  package var body: Body

  /// Makes a response.
  package init(_ status: ResponseStatus, _ fields: [Field] = [], body: Body = .none) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// A response of bytes in memory.
  package init(_ status: ResponseStatus = .ok, type: String, _ bytes: [UInt8], _ fields: [Field] = []) {
    self.init(status, [Field("Content-Type", type)] + fields, body: .bytes(bytes))
  }

  /// The value of the first field of a name, whose case does not matter.
  package func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The way into a response whose bytes come over time.
package struct ResponseStream: Sendable {
  private let send: @Sendable ([UInt8]) -> Bool
  private let goesOn: @Sendable () -> Bool

  /// Makes a stream: `send` is false if the client has gone, `isOpen` if the response must end.
  package init(isOpen: @escaping @Sendable () -> Bool, send: @escaping @Sendable ([UInt8]) -> Bool) {
    (goesOn, self.send) = (isOpen, send)
  }

  /// Whether the server goes on. That the client has gone is noticed by `write` alone.
  package var isOpen: Bool { goesOn() }

  /// Sends bytes; false if the client has gone or the server ends.
  package func write(_ bytes: [UInt8]) -> Bool { isOpen && send(bytes) }
}

/// The code that makes the responses of a server. Threads of many connections call it at once; it may block.
package protocol RequestHandler: Sendable {
  /// The response to a request.
  func response(to request: ServedRequest) -> ServedResponse

  /// The response to bytes that are no request; the connection ends after it.
  func response(to fault: RequestFault) -> ServedResponse
}
