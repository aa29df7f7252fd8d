import Foundation
import NIOHTTP1

/// A request as the routes see it: its address is decoded, and it has no body.
package struct ServedRequest: Sendable {
  /// The method: GET, HEAD, or OPTIONS, by which a browser learns what pages of other origins may do.
  package let method: HTTPMethod
  /// The segments of the path, percent-decoded one by one, none of them "." or "..". "/" is one empty segment, and a path
  /// that ends with "/" has an empty last one.
  package let path: [String]
  /// The parameters of the query in their order, percent-decoded.
  package let query: [(name: String, value: String)]
  /// Whether the client may send further requests.
  let isKeepAlive: Bool
  private let fields: HTTPHeaders

  /// The most bytes of an address.
  private static let mostAddressBytes = 8 << 10

  /// Reads a head; the server has seen to its size and its form.
  ///
  /// - Throws: `RequestFault` for other methods, bodies, a missing host, and addresses that cannot be decoded or have
  ///   segments "." or "..", which clients resolve themselves.
  package init(_ head: HTTPRequestHead) throws(RequestFault) {
    guard [.GET, .HEAD, .OPTIONS].contains(head.method) else {
      throw RequestFault(
        .methodNotAllowed, "bad-method", "the method is not allowed; use GET, HEAD or OPTIONS")
    }
    guard head.headers["host"].count == 1 || head.version == .http1_0 else {
      throw RequestFault(.badRequest, "bad-request", "an HTTP/1.1 request must have exactly one Host field")
    }
    guard head.headers["transfer-encoding"].isEmpty, head.headers["content-length"].allSatisfy({ $0 == "0" }) else {
      throw RequestFault(.payloadTooLarge, "no-body", "the request must not have a body")
    }
    guard head.uri.utf8.count <= Self.mostAddressBytes else {
      throw RequestFault(
        .uriTooLong, "address-too-long", "the URL must not be longer than \(Self.mostAddressBytes) bytes")
    }
    (method, isKeepAlive, fields) = (head.method, head.isKeepAlive, head.headers)
    let parts = try Self.origin(head.uri).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = try parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { segment throws(RequestFault) in
        let text = try Self.text(segment)
        guard text != ".", text != ".." else {
          throw Self.bad("the path must not contain the segments \".\" or \"..\"")
        }
        return text
      }
    let pairs = parts.count == 2 ? parts[1].split(separator: "&") : []
    query = try pairs.map { pair throws(RequestFault) in
      let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (try Self.text(words[0]), words.count == 2 ? try Self.text(words[1]) : "")
    }
  }

  /// The first value of a parameter; nil if the query has none of that name.
  package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of a field of the head, those of equal names joined; nil without one.
  package func header(_ name: String) -> String? {
    let values = fields[name]
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The address from its path on: without "http://host", as clients of proxies write it.
  private static func origin(_ address: String) throws(RequestFault) -> Substring {
    var rest = address[...]
    for scheme in ["http://", "https://"] where address.lowercased().hasPrefix(scheme) {
      rest = address.dropFirst(scheme.count)
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    guard rest.hasPrefix("/") || rest == "*" else { throw bad("the path of the URL must begin with \"/\"") }
    return rest == "*" ? "/*" : rest
  }

  /// A segment, a name or a value without its percent-escapes.
  private static func text(_ escaped: Substring) throws(RequestFault) -> String {
    guard escaped.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let text = escaped.removingPercentEncoding,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw bad("the URL is invalid: no control characters, and percent-encoded UTF-8 for all that is not ASCII")
    }
    return text
  }

  private static func bad(_ message: String) -> RequestFault { RequestFault(.badRequest, "bad-address", message) }
}
