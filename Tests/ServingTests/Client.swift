import Foundation
import OvertileCore

/// A connected socket of a client, which waits 20 seconds for bytes at most.
final class Client: Sendable {
  /// Clients that outlive a test's body.
  nonisolated(unsafe) static var kept: [Client] = []
  private let descriptor: Int32

  /// Connects to a port of loopback; `receiveBytes` is what the system holds for a client that does not read.
  init(_ port: Int, receiveBytes: Int32? = nil) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var wait = timeval()
    wait.tv_sec = 20
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBytes { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, 4) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard code == 0 else { throw CocoaError(.fileReadUnknown) }
  }

  deinit { close(descriptor) }

  /// Sends a text.
  func send(_ text: String) { _ = OvertileCore.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

  /// The next bytes; none at the end.
  func receive(_ most: Int = 64 << 10) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: most) { bytes, count in
      count = max(0, recv(descriptor, bytes.baseAddress, most, 0))
    }
  }

  /// What comes until the end.
  func rest() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let next = receive()
      guard !next.isEmpty else { return all }
      all += next
    }
  }
}
