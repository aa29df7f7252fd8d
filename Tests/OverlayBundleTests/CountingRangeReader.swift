import Foundation
import OverlayBundle

/// Passes each request on to another reader, and records it with the number of bytes returned. It hides the paths of local
/// files, so that a bundle reads them as if they were on a server.
final class CountingRangeReader: RangeReader, @unchecked Sendable {
  /// A request and its result.
  struct Request: Hashable {
    /// The path of the file in the bundle.
    var path: String
    /// The requested range of bytes.
    var range: Range<UInt64>
    /// The number of bytes returned; nil if there is no such file.
    var received: Int?
  }

  private let base: any RangeReader
  // Guards the requests.
  private let lock = NSLock()
  private var made: [Request] = []

  init(_ base: any RangeReader) { self.base = base }

  /// The finished requests, in order of completion.
  var requests: [Request] { lock.withLock { made } }

  /// The total number of bytes returned by all requests.
  var byteCount: Int { requests.reduce(0) { $0 + ($1.received ?? 0) } }

  /// Removes all recorded requests.
  func reset() { lock.withLock { made = [] } }

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    let bytes = try await base.bytes(of: path, in: range)
    lock.withLock { made.append(Request(path: path, range: range, received: bytes?.count)) }
    return bytes
  }
}
