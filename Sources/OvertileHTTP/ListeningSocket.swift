import OvertilePlatform

/// A TCP socket that accepts connections at an address of this machine.
struct ListeningSocket: Sendable {
  /// The descriptor, which its owner closes.
  let descriptor: Int32
  /// The address in numbers, such as "127.0.0.1" or "::1".
  let address: String
  /// The port.
  let port: Int

  /// The connections that may wait to be accepted.
  private static let backlog: Int32 = 512

  /// Listens at the first address of a host that this machine has.
  ///
  /// - Parameter port: 0 for any free one.
  /// - Throws: `ListeningError`.
  init(host: String, port: Int) throws(ListeningError) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Self.streamType
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0 else {
      throw ListeningError(host: host, port: port, .unknownHost(String(cString: gai_strerror(code))))
    }
    defer { freeaddrinfo(found) }
    var failure: Int32 = EADDRNOTAVAIL
    var next = found
    while let candidate = next {
      let descriptor = Self.listen(at: candidate.pointee)
      if descriptor >= 0 {
        self.descriptor = descriptor
        (address, self.port) = Self.name(of: descriptor) ?? (host, port)
        return
      }
      failure = errno
      next = candidate.pointee.ai_next
    }
    throw ListeningError(host: host, port: port, .system(failure))
  }

  /// The descriptor of a socket at an address; below 0, with errno set, if it fails.
  private static func listen(at address: addrinfo) -> Int32 {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return -1 }
    var on: Int32 = 1
    // A port that was used a moment ago is free; one at which another process listens is not.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, OvertilePlatform.listen(descriptor, backlog) == 0
    else {
      let failure = errno
      close(descriptor)
      errno = failure
      return -1
    }
    return descriptor
  }

  private static func name(of descriptor: Int32) -> (address: String, port: Int)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: 256)
    var service = [CChar](repeating: 0, count: 32)
    let code = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
        guard getsockname(descriptor, pointer, &length) == 0 else { return -1 }
        return getnameinfo(
          pointer, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    guard code == 0, let port = Int(text(service)) else { return nil }
    return (text(host), port)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    static let streamType = SOCK_STREAM
  #endif
}

/// The reason that a server cannot listen.
package struct ListeningError: Error, Sendable, Hashable, CustomStringConvertible {
  enum Reason: Sendable, Hashable {
    case unknownHost(String)
    case system(Int32)
  }

  /// The host that was asked for.
  package let host: String
  /// The port that was asked for.
  package let port: Int
  let reason: Reason

  init(host: String, port: Int, _ reason: Reason) { (self.host, self.port, self.reason) = (host, port, reason) }

  /// The reason in words, and what to do.
  package var description: String {
    let what = "cannot serve at \(host), port \(port)"
    switch reason {
    case .unknownHost(let text):
      return "\(what): \(text); --host is an address or a name of this machine, such as 127.0.0.1"
    case .system(EADDRINUSE):
      return "\(what): another program listens there; give another --port, or --port 0 for a free one"
    case .system(EACCES):
      return
        "\(what): \(String(cString: strerror(EACCES))); ports below 1024 are for administrators, give another --port"
    case .system(EADDRNOTAVAIL):
      return "\(what): this machine has no such address; use 127.0.0.1, or 0.0.0.0 for all addresses of the machine"
    case .system(let number): return "\(what): \(String(cString: strerror(number)))"
    }
  }
}
