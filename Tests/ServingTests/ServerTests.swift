import Foundation
import OvertileInspection
import TestSupport
import Testing

@testable import OvertileServing

/// A server on loopback, with short times.
@Suite struct ServerTests {
  @Sendable private static func echo(_ request: Result<ServedRequest, RequestFault>) -> ServedResponse {
    let path: [String]
    do throws(RequestFault) { path = try request.get().path } catch {
      return ServedResponse(error.status, ["Retry-After": "1"], body: .init(Array(error.code.utf8)))
    }
    return switch path {
    case ["file"]: ServedResponse(.ok, body: .init(count: 64 << 20) { range in range.map { UInt8($0 & 0xFF) } })
    case ["memory"]: ServedResponse(.ok, body: .init([UInt8](repeating: 7, count: 8 << 20)))
    case ["broken"]: ServedResponse(.ok, body: .init(count: 10) { _ in throw RequestFault(.gone, "", "") })
    case ["none"]: ServedResponse(.noContent)
    default: ServedResponse(.ok, body: .init(Array(path.joined(separator: "|").utf8)))
    }
  }

  /// Runs a body with the port of a server, which has ended afterwards; returns the seconds that its end took.
  @discardableResult
  private func serving(
    _ limits: ServerLimits = ServerLimits(), _ body: @escaping @Sendable (Int) throws -> Void
  ) async throws -> Double {
    try await onOwnThread {
      let server = try WebServer(host: "127.0.0.1", port: 0, limits: limits, handler: Self.echo)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        server.run()
        ended.signal()
      }
      let result = Result { try body(server.port) }
      let begin = Date()
      server.stop()
      ended.wait()
      try result.get()
      return Date().timeIntervalSince(begin)
    }
  }

  /// Everything that comes back for some bytes until the server ends the connection.
  private static func ask(_ port: Int, _ text: String) throws -> String {
    let client = try Client(port)
    client.send(text)
    return String(decoding: client.rest(), as: UTF8.self)
  }

  @Test func respondsAndEnds() async throws {
    try await serving { port in
      let one = try Self.ask(port, "GET /a/b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(one.hasPrefix("HTTP/1.1 200 OK\r\n") && one.hasSuffix("\r\n\r\na|b"))
      #expect(one.contains("\r\nContent-Length: 3\r\n") && one.contains("\r\nDate: "))
      let old = try Self.ask(port, "GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /y HTTP/1.0\r\n\r\n")
      #expect(old.contains("\r\n\r\nxHTTP/1.1 200 OK") && old.hasSuffix("\r\n\r\ny"))
      let whole = try Self.ask(port, "GET /memory HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(whole.utf8.count > 8 << 20)
      let head = try Self.ask(port, "HEAD /memory HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(head.contains("\r\nContent-Length: 8388608\r\n") && head.hasSuffix("\r\n\r\n"))
      #expect(try Self.ask(port, "GET /broken HTTP/1.1\r\nHost: h\r\n\r\n").hasPrefix("HTTP/1.1 500 "))
      let none = try Self.ask(port, "GET /none HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").lowercased()
      #expect(none.hasPrefix("http/1.1 204 "))
      #expect(!none.contains("content-length") && !none.contains("transfer-encoding"))
    }
  }

  @Test func silenceAndHalfARequestEnd() async throws {
    var limits = ServerLimits()
    (limits.first, limits.idle) = (0.3, 0.3)
    try await serving(limits) { port in
      let nothing = try Self.ask(port, "")
      #expect(nothing.isEmpty)
      let half = try Self.ask(port, "GET / HT")
      #expect(half.isEmpty)
      let whole = try Self.ask(port, "GET /x HTTP/1.1\r\nHost: h\r\n\r\nGET /")
      #expect(whole.hasSuffix("\r\n\r\nx"))
    }
  }

  /// Clients that take nothing are ended in the time of the limits, from a file as from memory; one that takes a little now and
  /// then gets all of it.
  @Test(arguments: ["file", "memory"]) func clientsThatTakeNothingEnd(_ path: String) async throws {
    var limits = ServerLimits()
    limits.sending = 0.5
    try await serving(limits) { port in
      let silent = try (0..<20).map { _ in try Client(port, receiveBytes: 4096) }
      for client in silent { client.send("GET /\(path) HTTP/1.1\r\nHost: h\r\n\r\n") }
      let slow = try Client(port, receiveBytes: 64 << 10)
      slow.send("GET /memory HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      var taken = 0
      while taken < 4 << 20 {
        usleep(20_000)
        taken += slow.receive().count
      }
      #expect(taken + slow.rest().count > 8 << 20)
      usleep(600_000)
      // What lies in the buffers of the system is all that these get.
      for client in silent { #expect(client.rest().count < 4 << 20) }
    }
  }

  @Test func largeResponsesInMemoryAreBounded() async throws {
    var limits = ServerLimits()
    (limits.heldBytes, limits.sending) = (20 << 20, 5)
    try await serving(limits) { port in
      let silent = try (0..<5).map { _ in try Client(port, receiveBytes: 4096) }
      for client in silent { client.send("GET /memory HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n") }
      let heads = silent.map { String(decoding: $0.receive(12), as: UTF8.self) }.sorted()
      #expect(heads == ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 503", "HTTP/1.1 503", "HTTP/1.1 503"])
      let counts = silent.map { $0.rest().count }
      let whole = counts.count { $0 > 8_388_608 }
      #expect(whole == 2)
      // They are free again.
      #expect(try Self.ask(port, "GET /memory HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func theLongestWaitingMakesWay() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    try await serving(limits) { port in
      let silent = try (0..<5).map { _ in try Client(port) }
      #expect(try Self.ask(port, "GET /y HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").hasSuffix("y"))
      let rest = String(decoding: silent[0].rest(), as: UTF8.self)
      #expect(rest.hasPrefix("HTTP/1.1 503 ") && rest.contains("\r\nRetry-After: 1\r\n") && rest.hasSuffix("busy"))
    }
    try await serving(limits) { port in
      let working = try (0..<2).map { _ in try Client(port, receiveBytes: 4096) }
      for client in working { client.send("GET /file HTTP/1.1\r\nHost: h\r\n\r\n") }
      for client in working { #expect(!client.receive().isEmpty) }
      // An array that is not used any more would be released, and its clients would leave.
      let third = try withExtendedLifetime(working) { String(decoding: try Client(port).rest(), as: UTF8.self) }
      #expect(third.hasPrefix("HTTP/1.1 503 "))
    }
  }

  @Test func anEndIsGraceful() async throws {
    let seconds = try await serving { port in
      // This one waits for a request, and is ended at once.
      _ = try Self.ask(port, "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let idle = try Client(port)
      idle.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(!idle.receive().isEmpty)
    }
    #expect(seconds < 1.5)
    var limits = ServerLimits()
    limits.stopping = 0.5
    let cut = try await serving(limits) { port in
      let silent = try Client(port, receiveBytes: 4096)
      silent.send("GET /file HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(!silent.receive().isEmpty)
      Client.kept.append(silent)
    }
    #expect((0.4..<3).contains(cut))
  }

  @Test func aPortIsTakenOnce() async throws {
    try await serving { port in
      let error = #expect(throws: InspectionError.self) {
        try WebServer(host: "127.0.0.1", port: port, handler: Self.echo)
      }
      #expect(error?.description.contains("Address already in use") == true)
    }
    try await onOwnThread {
      #expect(throws: InspectionError.self) { try WebServer(host: "no.such.host.invalid", port: 0, handler: Self.echo) }
      #expect(throws: InspectionError.self) { try WebServer(host: "192.0.2.1", port: 0, handler: Self.echo) }
    }
  }
}
