import OvertileExecution
import OvertilePlatform

/// One connection of a client: reads requests and sends responses, one after the other, on a thread of its own.
struct ClientConnection: Sendable {
  let socket: SocketBytes
  let id: UInt64
  let table: ConnectionTable
  let handler: any RequestHandler
  let limits: ServerLimits

  /// Bytes of a body that are read before the head is sent, so that a failure still has a status of its own.
  private static let firstBytes = 256 << 10
  private static let stepBytes = 256 << 10

  /// Serves until one side ends the connection; does not close it.
  func serve() {
    socket.setReceiving(limits.silence)
    var buffer: [UInt8] = []
    var isFirst = true
    while true {
      let request: ServedRequest
      switch head(&buffer) {
      case .none:
        // A client that had responses knows that a silent connection may end.
        if isFirst { makeWay() }
        return
      case .fault(let fault):
        guard table.begin(id) else { return makeWay() }
        _ = send(handler.response(to: fault), isHead: false, keepsConnection: false)
        return socket.linger()
      case .request(let found): request = found
      }
      guard table.begin(id) else { return makeWay() }
      var response = handler.response(to: request)
      // Clients of HTTP/1.0 wait to be told that the connection goes on.
      if request.keepsConnection, request.header("connection") != nil {
        response.fields.append(.init("Connection", "keep-alive"))
      }
      let goesOn = send(response, isHead: request.method == .head, keepsConnection: request.keepsConnection)
      guard goesOn, request.keepsConnection, table.wait(id) else { return }
      if isFirst { socket.setReceiving(limits.idle) }
      isFirst = false
    }
  }

  /// Tells the client that its connection had to make way for another one, if that is so.
  private func makeWay() {
    guard table.isEnded(id) else { return }
    _ = socket.send(BusyResponse.bytes(handler))
    socket.discardReceived()
  }

  private enum Head {
    case request(ServedRequest)
    case fault(RequestFault)
    case none
  }

  /// The next head; what follows it stays in the buffer.
  private func head(_ buffer: inout [UInt8]) -> Head {
    var clock: Stopwatch? = buffer.isEmpty ? nil : Stopwatch()
    var searched = 0
    while true {
      // Empty lines before a request are skipped: RFC 9112, section 2.2.
      if let start = buffer.firstIndex(where: { $0 != 0x0D && $0 != 0x0A }), start > 0 { buffer.removeFirst(start) }
      if let end = RequestHead.end(in: buffer, searched: searched), end <= RequestHead.mostBytes {
        defer { buffer.removeFirst(end) }
        do throws(RequestFault) { return .request(try RequestHead.read(buffer[..<end])) } catch { return .fault(error) }
      }
      guard buffer.count <= RequestHead.mostBytes else {
        return .fault(
          RequestFault(
            .headTooLarge, "head-too-large", "the head of a request has at most \(RequestHead.mostBytes) bytes"))
      }
      searched = buffer.count
      switch socket.receive(into: &buffer, within: clock.map { ($0, limits.head) }) {
      case .bytes: if clock == nil { clock = Stopwatch() }
      case .end: return .none
      case .late:
        guard !buffer.isEmpty else { return .none }
        return .fault(
          RequestFault(.requestTimeout, "too-slow", "the head of a request arrives within \(Int(limits.head)) seconds"))
      }
    }
  }

  /// Sends a response; false if the connection cannot go on.
  private func send(_ response: ServedResponse, isHead: Bool, keepsConnection: Bool) -> Bool {
    var response = response
    var first: [UInt8] = []
    var rest: (from: Int, count: Int, read: @Sendable (Range<Int>) throws -> [UInt8])?
    switch response.body {
    case .none: break
    case .bytes(let bytes): first = bytes
    case .source(let count, let read) where !isHead && !response.status.isBodyless:
      let step = min(count, Self.firstBytes)
      do { first = try read(0..<step) } catch {
        response = handler.response(
          to: RequestFault(.internalError, "unreadable", "a file cannot be read; see the server's log"))
        if case .bytes(let bytes) = response.body { first = bytes }
        return socket.send(ResponseText.head(response, keepsConnection: false, date: now()) + first) && false
      }
      if step < count { rest = (step, count, read) }
    case .source: break
    case .stream(let body):
      guard socket.send(ResponseText.head(response, keepsConnection: false, date: now())) else { return false }
      if !isHead { body(ResponseStream(isOpen: { !table.isStopping }, send: { socket.send($0) })) }
      return false
    }
    let head = ResponseText.head(response, keepsConnection: keepsConnection, date: now())
    guard socket.send(isHead || response.status.isBodyless ? head : head + first) else { return false }
    guard let rest else { return true }
    return send(rest.from..<rest.count, rest.read)
  }

  /// Sends the rest of a body; a read that fails ends the connection, which tells the client that bytes are missing.
  private func send(_ range: Range<Int>, _ read: (Range<Int>) throws -> [UInt8]) -> Bool {
    var next = range.lowerBound
    while next < range.upperBound {
      let end = min(next + Self.stepBytes, range.upperBound)
      guard let bytes = try? read(next..<end), socket.send(bytes) else { return false }
      next = end
    }
    return true
  }

  private func now() -> String { ResponseText.date(time(nil)) }
}
