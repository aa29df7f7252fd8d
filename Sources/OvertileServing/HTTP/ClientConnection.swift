import NIOCore
import NIOHTTP1
import NIOPosix
import OvertileCore

/// One connection of a client: responds to its requests one after the other.
///
/// All of it happens on the server's event loop, except for the making of responses and the reading of files. Nothing is read
/// from the client while it is sent a response, and a body is sent in chunks as the client takes them.
final class ClientConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request, or bytes that are none.
  private typealias Message = Result<HTTPRequestHead, RequestFault>

  /// A response with the first chunk of its body.
  private struct Made: Sendable {
    var response: ServedResponse
    var first: [UInt8] = []
    var isHead = false
    var isLast = false
  }

  private let table: ConnectionTable
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  private var messages: [Message] = []
  private var isServing = false
  private var isLast = false
  private var hasResponded = false
  private var isInputClosed = false
  private var isLingering = false
  private var held = 0
  /// When the connection began to wait for a request; nil while it is served.
  private(set) var waitingSince: UInt64?

  private static let chunkBytes = 64 << 10

  init(_ table: ConnectionTable) { self.table = table }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if table.enter(self) { wait(table.limits.first) } else { makeWay() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    table.release(held)
    table.leave(self)
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      messages.append(.success(head))
      serveNext()
    // No response depends on a body.
    case .body, .end: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) { if !isServing || isLingering { context.read() } }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.invalidEOFState, is IOError: close()
    case let error as HTTPParserError:
      messages.append(.failure(Self.fault(of: error)))
      serveNext()
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    isInputClosed = true
    if !isServing || isLingering { close() }
  }

  /// Ends the connection after its response, or at once.
  func stop() {
    isLast = true
    if !isServing { close() }
  }

  /// Ends a connection that waits, or one too many: 503, unless the client had a response.
  func makeWay() {
    guard !hasResponded else { return close() }
    messages = [.failure(.busy)]
    serveNext()
  }

  private static func fault(of error: HTTPParserError) -> RequestFault {
    switch error {
    case .headerOverflow:
      RequestFault(
        .requestHeaderFieldsTooLarge, "head-too-large", "the request header must not exceed 16 KiB or 100 fields")
    case .invalidVersion:
      RequestFault(.httpVersionNotSupported, "bad-version", "only HTTP/1.1 and HTTP/1.0 are supported")
    default: RequestFault(.badRequest, "bad-request", "invalid HTTP/1.1 request: \(error.debugDescription)")
    }
  }

  private func wait(_ seconds: Double) {
    waitingSince = NIODeadline.now().uptimeNanoseconds
    schedule(seconds)
    context?.read()
  }

  /// Ends the connection after some time, unless something else is scheduled.
  private func schedule(_ seconds: Double) {
    timer?.cancel()
    let time = TimeAmount.milliseconds(Int64(seconds * 1000))
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { self.close() }
  }

  private func close() { context?.close(promise: nil) }

  private func serveNext() {
    guard !isServing, let context, let message = messages.first else { return }
    (isServing, waitingSince) = (true, nil)
    timer?.cancel()
    messages.removeFirst()
    let handler = table.handler
    table.threads.runIfActive(eventLoop: context.eventLoop) { Self.made(message, handler) }
      .assumeIsolated().whenComplete { result in
        guard case .success(let made) = result else { return self.close() }
        self.send(made)
      }
  }

  /// Creates a response and reads the first chunk of its body, so that a failure still has a status of its own.
  private static func made(_ message: Message, _ handler: RequestHandler) -> Made {
    let request = Result { () throws(RequestFault) in try ServedRequest(try message.get()) }
    let served = try? request.get()
    var made = Made(
      response: handler(request), isHead: served?.method == .HEAD, isLast: served?.isKeepAlive != true)
    guard !made.isHead else { return made }
    let body = made.response.body
    do { made.first = try body.read(0..<min(body.count, chunkBytes)) } catch {
      return Self.made(.failure(.damaged), handler)
    }
    return made
  }

  private func send(_ made: Made) {
    guard let context else { return }
    var made = made
    if !table.hold(made.response.body.held) {
      made = Self.made(.failure(.busy), table.handler)
      _ = table.hold(made.response.body.held)
    }
    held = made.response.body.held
    let response = made.response
    isLast = isLast || made.isLast
    hasResponded = true
    var fields = response.fields
    fields.add(name: "Date", value: Self.date())
    fields.add(name: "Connection", value: isLast ? "close" : "keep-alive")
    if response.status.mayHaveResponseBody { fields.add(name: "Content-Length", value: "\(response.body.count)") }
    let head = HTTPResponseHead(version: .http1_1, status: response.status, headers: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    send(made.first) { self.sendRest(of: response.body, from: made.isHead ? response.body.count : made.first.count) }
  }

  /// Sends the rest of a body; a read that fails ends the connection, which tells the client that bytes are missing.
  private func sendRest(of body: ServedResponse.Body, from start: Int) {
    guard let context, start < body.count else { return finish() }
    let range = start..<min(start + Self.chunkBytes, body.count)
    table.threads.runIfActive(eventLoop: context.eventLoop) { try body.read(range) }
      .assumeIsolated().whenComplete { result in
        guard case .success(let bytes) = result else { return self.close() }
        self.send(bytes) { self.sendRest(of: body, from: range.upperBound) }
      }
  }

  /// Sends bytes, and goes on when the client has taken them.
  private func send(_ bytes: [UInt8], then goOn: @escaping () -> Void) {
    guard let context else { return }
    schedule(table.limits.sending)
    let part = wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    context.writeAndFlush(part).assumeIsolated().whenComplete { result in
      guard case .success = result else { return self.close() }
      goOn()
    }
  }

  private func finish() {
    guard let context else { return }
    table.release(held)
    held = 0
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isInputClosed { return close() }
    if isLast { return linger() }
    isServing = false
    if messages.isEmpty { wait(table.limits.idle) } else { serveNext() }
  }

  /// Ends the connection such that the client sees the response: what it still sends is read for a second and discarded,
  /// because of bytes that nobody read the system would discard the response.
  private func linger() {
    isLingering = true
    context?.close(mode: .output, promise: nil)
    schedule(1)
    context?.read()
  }

  /// The time of day as a date of HTTP. Source: RFC 9110, section 5.6.7.
  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    return String(unsafeUninitializedCapacity: 64) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, 64, "%a, %d %b %Y %H:%M:%S GMT", &parts) }
    }
  }
}
