import NIOHTTP1

/// A response: a status, fields of the head, and a body.
package struct ServedResponse: Sendable {
  /// Bytes that are sent in chunks, so that a server holds one chunk for a client that is slow.
  package struct Body: Sendable {
    /// The number of bytes.
    package let count: Int
    /// The number of bytes that stay in memory until all are sent, which is 0 for a file.
    package let held: Int
    /// Returns exactly the bytes of a range, or throws.
    package let read: @Sendable (Range<Int>) throws -> [UInt8]

    /// No bytes.
    package static let none = Body([])

    /// Bytes in memory.
    package init(_ bytes: [UInt8]) {
      self.init(count: bytes.count, held: bytes.count) { $0 == 0..<bytes.count ? bytes : Array(bytes[$0]) }
    }

    /// Bytes that are read as they are sent.
    package init(count: Int, held: Int = 0, read: @escaping @Sendable (Range<Int>) throws -> [UInt8]) {
      (self.count, self.held, self.read) = (count, held, read)
    }

    /// A part of the bytes.
    func part(_ range: Range<Int>) -> Body {
      Body(count: range.count, held: held) {
        try read($0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound)
      }
    }
  }

  /// The status.
  package var status: HTTPResponseStatus
  /// The header fields, without those of the connection: the length, the date, and whether the connection stays open.
  package var fields: HTTPHeaders
  /// The body.
  package var body: Body

  /// Creates a response.
  package init(_ status: HTTPResponseStatus, _ fields: HTTPHeaders = [:], body: Body = .none) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// The value of the first field of a name, whose case does not matter.
  package func field(_ name: String) -> String? { fields.first(name: name) }
}

/// A request that is not served, with the status of the response: the client's fault, not the server's.
package struct RequestFault: Error, Sendable, Hashable {
  /// The status of the response.
  package let status: HTTPResponseStatus
  /// A stable word for programs.
  package let code: String
  /// For people: the fault, and what to do.
  package let message: String

  /// Creates a fault.
  package init(_ status: HTTPResponseStatus, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// The server has as much to do as it may have, or the system has no more for it.
  static let busy = RequestFault(.serviceUnavailable, "busy", "the server is busy; try again")
  /// The response would hold too much.
  static let tooLarge = RequestFault(
    .payloadTooLarge, "too-large", "the response is larger than 64 MiB; request a smaller box or a lower limit")
  /// A file cannot be read.
  static let damaged = RequestFault(
    .internalServerError, "damaged", "a file in the bundle cannot be read; see the server's log")
}

/// Makes the response to a request, or to bytes that are none, after which the connection ends. Threads of many connections call
/// it at once; it may block.
package typealias RequestHandler = @Sendable (Result<ServedRequest, RequestFault>) -> ServedResponse
