/// The bounds that keep clients from using up a server.
package struct ServerLimits: Sendable, Hashable {
  /// Connections at a time, each with a thread. One more ends the connection that has waited longest for its client.
  package var connections = 512
  /// Seconds that a new connection may be silent.
  package var silence: Double = 15
  /// Seconds that a connection may be silent after a response.
  package var idle: Double = 75
  /// Seconds from the first byte of a head to its end.
  package var head: Double = 10
  /// Seconds that a client may take to accept the next bytes.
  package var sending: Double = 30
  /// Seconds that responses in progress may take after the server was told to stop.
  package var stopping: Double = 2

  /// Bytes of the stack of a connection's thread: responses do not recurse, and there are many threads.
  static let stackBytes = 1 << 20

  /// The defaults.
  package init() {}
}
