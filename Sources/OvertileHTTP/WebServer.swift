import OvertileExecution
import OvertilePlatform

/// A server of HTTP/1.1: a thread accepts connections, and each connection has a thread, up to a limit.
///
/// A thread may block, in a read of a file or in a client that is slow, and holds up no other connection. Heads, times and
/// connections have bounds, so that no client ends the server or keeps others out.
package final class WebServer: Sendable {
  /// The address in numbers that the server listens at.
  package let address: String
  /// The port, also if any free one was asked for.
  package let port: Int
  private let socket: ListeningSocket
  private let handler: any RequestHandler
  private let limits: ServerLimits
  private let table: ConnectionTable
  /// Bytes from the second to the first end `run`.
  private let stopPipe: [Int32]
  private let spare: SpareDescriptor

  /// Listens; connections wait until `run` accepts them.
  ///
  /// - Parameters:
  ///   - host: an address or a name of this machine.
  ///   - port: 0 for any free one.
  /// - Throws: `ListeningError`.
  package init(
    host: String, port: Int, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
  ) throws(ListeningError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ListeningError(host: host, port: port, .system(errno)) }
    do throws(ListeningError) { socket = try ListeningSocket(host: host, port: port) } catch {
      for end in ends { close(end) }
      throw error
    }
    guard let spare = SpareDescriptor() else {
      let failure = errno
      for end in ends + [socket.descriptor] { close(end) }
      throw ListeningError(host: host, port: port, .system(failure))
    }
    self.spare = spare
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (stopPipe, address, self.port) = (ends, socket.address, socket.port)
    (self.handler, self.limits) = (handler, limits)
    table = ConnectionTable(limit: limits.connections)
  }

  deinit {
    close(socket.descriptor)
    for end in stopPipe { close(end) }
  }

  /// Accepts and serves until `stop`, then lets the responses in progress finish, for the time of the limits. Call it once.
  package func run() {
    while waitForClient() {
      let client = accept(socket.descriptor, nil, nil)
      if client >= 0 { start(SocketBytes(descriptor: client)) } else { relieve(errno) }
    }
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    table.finish(within: limits.stopping)
  }

  /// Tells `run` to end. Any thread may call it, also before `run` and several times.
  package func stop() {
    var byte: UInt8 = 0
    _ = write(stopPipe[1], &byte, 1)
  }

  /// Waits for a connection; false if the server is to stop.
  private func waitForClient() -> Bool {
    while true {
      var ready = [
        pollfd(fd: stopPipe[0], events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&ready, 2, -1)
      if count < 0, errno != EINTR { return false }
      if ready[0].revents != 0 { return false }
      if count > 0, ready[1].revents != 0 { return true }
    }
  }

  /// A connection could not be accepted: short of descriptors or memory, one that waits is ended for it. If none waits,
  /// the new one gets the spare descriptor for its rejection.
  private func relieve(_ number: Int32) {
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) else { return }
    if !table.endOldest() {
      spare.lend {
        let client = SocketBytes(descriptor: accept(socket.descriptor, nil, nil))
        guard client.descriptor >= 0 else { return }
        client.prepare(sending: limits.sending)
        reject(client)
      }
    }
    usleep(20_000)
  }

  private func start(_ client: SocketBytes) {
    client.prepare(sending: limits.sending)
    guard let id = table.enter(client) else { return reject(client) }
    let connection = ClientConnection(socket: client, id: id, table: table, handler: handler, limits: limits)
    do {
      try WorkerThread.start(stackBytes: ServerLimits.stackBytes) { [table] in
        connection.serve()
        table.leave(id) { close(client.descriptor) }
      }
    } catch {
      table.leave(id) {}
      reject(client)
    }
  }

  /// Ends a connection that there is no thread for, with a response.
  private func reject(_ client: SocketBytes) {
    _ = client.send(BusyResponse.bytes(handler))
    client.discardReceived()
    close(client.descriptor)
  }
}
