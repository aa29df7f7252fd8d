import OvertileExecution
import OvertilePlatform

/// Blocking reads and writes of a connected socket, each within a time.
struct SocketBytes: Sendable {
  /// The socket.
  let descriptor: Int32

  private static let chunkBytes = 16 << 10

  /// Prepares a socket: small responses leave at once, a write waits at most `sending` seconds, and a client that has gone
  /// is an error, no signal.
  func prepare(sending: Double) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    setTimeout(SO_SNDTIMEO, sending)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Sets the seconds that `receive` waits.
  func setReceiving(_ seconds: Double) { setTimeout(SO_RCVTIMEO, seconds) }

  private func setTimeout(_ option: Int32, _ seconds: Double) {
    var time = timeval()
    time.tv_sec = Int(seconds)
    time.tv_usec = .init((seconds - seconds.rounded(.down)) * 1e6)
    setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The end of reading.
  enum Receipt {
    /// Bytes were appended.
    case bytes
    /// The client sends no more.
    case end
    /// Nothing came in time.
    case late
  }

  /// Appends the next bytes; waits for them, but not beyond a deadline if there is one.
  func receive(into buffer: inout [UInt8], within deadline: (clock: Stopwatch, seconds: Double)? = nil) -> Receipt {
    while true {
      if let deadline {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let rest = deadline.seconds - deadline.clock.seconds
        guard rest > 0 else { return .late }
        let count = poll(&ready, 1, Int32((rest * 1000).rounded(.up)))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .late }
      }
      var failure: Int32?
      let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { bytes, count in
        let step = recv(descriptor, bytes.baseAddress, bytes.count, 0)
        if step < 0 { failure = errno }
        count = max(0, step)
      }
      if failure == EINTR { continue }
      if let failure { return failure == EAGAIN || failure == EWOULDBLOCK ? .late : .end }
      guard !chunk.isEmpty else { return .end }
      buffer.append(contentsOf: chunk)
      return .bytes
    }
  }

  /// Sends all bytes; false if the client has gone or accepts no more.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let step = OvertilePlatform.send(
          descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, Self.sendFlags)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { return false }
        done += step
      }
      return true
    }
  }

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  /// Ends both directions, which wakes a thread that waits for the socket.
  func wake() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends the direction from the client, which wakes a thread that waits for it; the client can still be sent a response.
  func wakeReader() { shutdown(descriptor, Int32(SHUT_RD)) }

  /// Ends the direction to the client, and discards what it has sent so far: because of bytes that nobody read the system
  /// would discard the response. Does not wait.
  func discardReceived() {
    shutdown(descriptor, Int32(SHUT_WR))
    var bytes = [UInt8](repeating: 0, count: Self.chunkBytes)
    for _ in 0..<16 where recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) <= 0 { return }
  }

  /// Ends the connection after a fault, such that the client sees the response: what it still sends is read for a second
  /// and discarded, because bytes that nobody read would make the system discard the response.
  func linger() {
    shutdown(descriptor, Int32(SHUT_WR))
    let clock = Stopwatch()
    var bytes: [UInt8] = []
    for _ in 0..<256 {
      bytes.removeAll(keepingCapacity: true)
      guard case .bytes = receive(into: &bytes, within: (clock, 1)) else { return }
    }
  }
}
