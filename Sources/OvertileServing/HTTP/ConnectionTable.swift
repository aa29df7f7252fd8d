import NIOPosix

/// The bounds that keep clients from using up a server.
package struct ServerLimits: Sendable, Hashable {
  /// Connections at a time. One more ends the connection that has waited longest for its client.
  package var connections = 512
  /// Seconds from the beginning of a connection to the end of its first request.
  package var first: Double = 15
  /// Seconds from a response to the end of the next request.
  package var idle: Double = 75
  /// The number of seconds in which a client must accept the next bytes.
  package var sending: Double = 30
  /// The number of seconds that responses in progress may take after the server is stopped.
  package var stopping: Double = 2
  /// The maximum number of bytes of large responses in memory at a time. Further responses fail with status 503.
  package var heldBytes = 256 << 20

  /// The defaults.
  package init() {}
}

/// The open connections of a server, and the bytes of responses that they hold. Used on the server's event loop alone.
final class ConnectionTable: @unchecked Sendable {
  let limits: ServerLimits
  let handler: RequestHandler
  /// The threads that make responses and read files.
  let threads: NIOThreadPool
  private var connections: [ObjectIdentifier: ClientConnection] = [:]
  private var held = 0

  /// A response with fewer bytes is sent in any case.
  private static let largeBytes = 256 << 10

  init(_ limits: ServerLimits, _ handler: @escaping RequestHandler, _ threads: NIOThreadPool) {
    (self.limits, self.handler, self.threads) = (limits, handler, threads)
  }

  var isEmpty: Bool { connections.isEmpty }

  /// Enters a new connection; if the table is full, the one that has waited longest makes way. False if none waits.
  func enter(_ connection: ClientConnection) -> Bool {
    if connections.count >= limits.connections {
      let waiting = connections.values.filter { $0.waitingSince != nil }
      guard let oldest = waiting.min(by: { $0.waitingSince ?? 0 < $1.waitingSince ?? 0 }) else { return false }
      leave(oldest)
      oldest.makeWay()
    }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  func leave(_ connection: ClientConnection) { connections[ObjectIdentifier(connection)] = nil }

  /// Ends the connections that wait; the others end after their response.
  func stop() {
    for connection in connections.values { connection.stop() }
  }

  /// Whether a response may be held in memory until it is sent; `release` follows.
  func hold(_ bytes: Int) -> Bool {
    guard bytes <= Self.largeBytes || held + bytes <= limits.heldBytes else { return false }
    held += bytes
    return true
  }

  func release(_ bytes: Int) { held -= bytes }
}
