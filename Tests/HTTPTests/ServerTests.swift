import Foundation
import OvertilePlatform
import TestSupport
import Testing

@testable import OvertileHTTP

/// A server on loopback, with short times.
@Suite struct ServerTests {
  private struct Echo: RequestHandler {
    func response(to request: ServedRequest) -> ServedResponse {
      switch request.path {
      case ["stream"]:
        return ServedResponse(
          .ok, [.init("Content-Type", "text/event-stream")],
          body: .stream { stream in for number in 0..<3 { _ = stream.write(Array("data: \(number)\n\n".utf8)) } })
      case ["large"]:
        return ServedResponse(.ok, body: .source(count: 1 << 20) { range in range.map { UInt8($0 & 0xFF) } })
      case ["broken"]:
        return ServedResponse(.ok, body: .source(count: 10) { _ in throw RequestFault(.gone, "", "") })
      default: return ServedResponse(type: "text/plain", Array(request.path.joined(separator: "|").utf8))
      }
    }

    func response(to fault: RequestFault) -> ServedResponse {
      ServedResponse(fault.status, type: "text/plain", Array(fault.code.utf8))
    }
  }

  /// Runs a body with the port of a server, which has ended afterwards.
  private func serving(
    _ limits: ServerLimits = ServerLimits(), _ body: @escaping @Sendable (Int) throws -> Void
  ) async throws {
    try await onOwnThread { try Self.serve(limits, body) }
  }

  private static func serve(_ limits: ServerLimits, _ body: (Int) throws -> Void) throws {
    let server = try WebServer(host: "127.0.0.1", port: 0, limits: limits, handler: Echo())
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.run()
      ended.signal()
    }
    defer {
      server.stop()
      ended.wait()
    }
    try body(server.port)
  }

  /// Everything that comes back for some bytes until the server ends the connection.
  private static func ask(_ port: Int, _ text: String) throws -> String {
    let socket = try Client(port)
    socket.send(text)
    return socket.rest()
  }

  @Test func respondsAndEnds() async throws {
    try await serving { (port: Int) throws in
      let one = try Self.ask(port, "GET /a/b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(
        one.hasPrefix("HTTP/1.1 200 OK\r\nDate: ") && one.hasSuffix("Content-Length: 3\r\nConnection: close\r\n\r\na|b")
      )
      let old = try Self.ask(port, "GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /y HTTP/1.0\r\n\r\n")
      #expect(old.contains("Connection: keep-alive\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK") && old.hasSuffix("y"))
      let stream = try Self.ask(port, "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(stream.hasSuffix("Connection: close\r\n\r\ndata: 0\n\ndata: 1\n\ndata: 2\n\n"))
      let large = try Self.ask(port, "GET /large HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(large.utf8.count > 1 << 20 && large.contains("Content-Length: 1048576"))
      #expect(try Self.ask(port, "GET /broken HTTP/1.1\r\nHost: h\r\n\r\n").hasPrefix("HTTP/1.1 500 "))
      #expect(try Self.ask(port, "HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n").hasSuffix("\r\n\r\n"))
    }
  }

  @Test func slowHeadsAndSilenceEnd() async throws {
    var limits = ServerLimits()
    (limits.silence, limits.head, limits.idle) = (0.3, 0.3, 0.3)
    try await serving(limits) { (port: Int) throws in
      #expect(try Client(port).rest() == "")
      #expect(try Self.ask(port, "GET / HT").hasPrefix("HTTP/1.1 408 "))
      #expect(try Self.ask(port, "GET /x HTTP/1.1\r\nHost: h\r\n\r\n").hasSuffix("\r\n\r\nx"))
    }
  }

  @Test func theLongestWaitingMakesWay() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    try await serving(limits) { (port: Int) throws in
      let silent = try (0..<5).map { _ in try Client(port) }
      #expect(try Self.ask(port, "GET /y HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").hasSuffix("y"))
      let rest = silent[0].rest()
      #expect(rest.hasPrefix("HTTP/1.1 503 ") && rest.contains("\r\nRetry-After: 1\r\n") && rest.hasSuffix("busy"))
    }
  }

  @Test func aPortIsTakenOnce() async throws {
    try await serving { (port: Int) throws in
      let error = #expect(throws: ListeningError.self) {
        try WebServer(host: "127.0.0.1", port: port, handler: Echo())
      }
      #expect(error?.description.contains("another program listens") == true)
    }
    #expect(throws: ListeningError.self) { try WebServer(host: "no.such.host.invalid", port: 0, handler: Echo()) }
    #expect(throws: ListeningError.self) { try WebServer(host: "192.0.2.1", port: 0, handler: Echo()) }
  }
}

/// A connected socket of a client.
private final class Client {
  private let descriptor: Int32

  init(_ port: Int) throws {
    descriptor = socket(AF_INET, ListeningSocket.streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard code == 0 else { throw RequestFault(.unavailable, "connect", "errno \(errno)") }
    SocketBytes(descriptor: descriptor).setReceiving(20)
  }

  deinit { close(descriptor) }

  func send(_ text: String) { _ = SocketBytes(descriptor: descriptor).send(Array(text.utf8)) }

  /// What comes until the end.
  func rest() -> String {
    var bytes: [UInt8] = []
    while case .bytes = SocketBytes(descriptor: descriptor).receive(into: &bytes) {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
