/// Reads the head of a request, strictly: what is not plainly HTTP/1.1 is a fault. Source: RFC 9112, sections 2 to 6.
///
/// Any bytes end in a request or in a `RequestFault`. O(bytes).
package enum RequestHead {
  /// The most bytes of a head, its end included.
  package static let mostBytes = 16 << 10
  /// The most bytes of its target.
  package static let mostTargetBytes = 8 << 10
  /// The most fields.
  package static let mostFields = 100

  /// The number of bytes up to the empty line that ends a head, included; nil if it is not there yet.
  ///
  /// - Parameter searched: so many bytes were searched before and hold no end.
  package static func end(in bytes: [UInt8], searched: Int = 0) -> Int? {
    var index = max(0, searched - 3)
    while let line = bytes[index...].firstIndex(of: 0x0A) {
      let rest = bytes[(line + 1)...]
      if rest.first == 0x0A { return line + 2 }
      if rest.starts(with: [0x0D, 0x0A]) { return line + 3 }
      index = line + 1
    }
    return nil
  }

  /// Reads a head that ends with its empty line.
  package static func read(_ bytes: ArraySlice<UInt8>) throws(RequestFault) -> ServedRequest {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    let words = trimmed(lines.popFirst() ?? []).split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty else {
      throw bad("the first line of a request is a method, an address and HTTP/1.1")
    }
    let isOld = try isOldVersion(words[2])
    guard words[1].count <= mostTargetBytes else {
      throw RequestFault(.targetTooLong, "address-too-long", "an address has at most \(mostTargetBytes) bytes")
    }
    guard words[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw RequestFault(.badRequest, "bad-address", "an address is ASCII without spaces; encode others by percents")
    }
    let headers = try fields(lines)
    let method = try method(words[0])
    let target = try RequestTarget.decode(words[1])
    try checkFraming(headers, isOld: isOld)
    let connection = headers["connection"]?.lowercased() ?? ""
    return ServedRequest(
      method, path: target.path, query: target.query, headers: headers,
      keepsConnection: isOld ? connection.contains("keep-alive") : !connection.contains("close"))
  }

  private static func method(_ word: ArraySlice<UInt8>) throws(RequestFault) -> ServedRequest.Method {
    let name = String(decoding: word, as: UTF8.self)
    if let method = ServedRequest.Method(rawValue: name) { return method }
    guard isToken(word) else { throw bad("the method of a request is a word") }
    guard ["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"].contains(name) else {
      throw RequestFault(.notImplemented, "bad-method", "there is no such method; GET, HEAD and OPTIONS are served")
    }
    throw RequestFault(.methodNotAllowed, "bad-method", "nothing can be changed here; GET, HEAD and OPTIONS are served")
  }

  /// Whether the version is 1.0, whose connections end after a response.
  private static func isOldVersion(_ word: ArraySlice<UInt8>) throws(RequestFault) -> Bool {
    if word.elementsEqual("HTTP/1.1".utf8) { return false }
    if word.elementsEqual("HTTP/1.0".utf8) { return true }
    guard word.starts(with: "HTTP/".utf8) else { throw bad("the first line of a request ends with HTTP/1.1") }
    throw RequestFault(.versionNotSupported, "bad-version", "HTTP/1.1 and HTTP/1.0 are served")
  }

  private static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(RequestFault) -> [String: String] {
    var headers: [String: String] = [:]
    var count = 0
    for line in lines {
      let line = trimmed(line)
      guard !line.isEmpty else { break }
      count += 1
      guard count <= mostFields else {
        throw RequestFault(.headTooLarge, "head-too-large", "a request has at most \(mostFields) header fields")
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
        throw bad("a header field is a name, a colon and a value")
      }
      let value = line[(colon + 1)...]
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw bad("a header field has no control characters")
      }
      let name = line[..<colon].lowercased
      let text = String(decoding: value.trimmingSpaces, as: UTF8.self)
      if let first = headers[name] {
        guard name != "host" else { throw bad("a request has one Host") }
        headers[name] = first + ", " + text
      } else {
        headers[name] = text
      }
    }
    return headers
  }

  /// Rejects requests whose end is not plain: bodies, and those of HTTP/1.1 without a host.
  private static func checkFraming(_ headers: [String: String], isOld: Bool) throws(RequestFault) {
    guard isOld || headers["host"] != nil else { throw bad("a request of HTTP/1.1 has the field Host") }
    guard headers["transfer-encoding"] == nil, headers["content-length"] ?? "0" == "0" else {
      throw RequestFault(.contentTooLarge, "no-body", "requests have no body here")
    }
  }

  /// A line without the carriage return at its end.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  /// Whether bytes are a token: RFC 9110, section 5.6.2.
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func bad(_ message: String) -> RequestFault { RequestFault(.badRequest, "bad-request", message) }
}

extension ArraySlice<UInt8> {
  /// The bytes without the spaces and tabulators around them.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    return rest
  }
}
