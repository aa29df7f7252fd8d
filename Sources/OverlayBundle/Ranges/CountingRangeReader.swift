import Foundation

/// A range reader that passes each request on to another reader, and records the request and the number of bytes
/// returned.
///
/// This reader hides the paths of local files, so a bundle reads them as if they were on a server.
public final class CountingRangeReader: RangeReader, @unchecked Sendable {
  /// A request and its result.
  public struct Request: Sendable, Hashable {
    /// The path of the file in the bundle.
    public var path: String
    /// The requested range of bytes.
    public var range: Range<UInt64>
    /// The number of bytes returned, or `nil` if there is no such file.
    public var received: Int?
  }

  private let base: any RangeReader
  // Guards the requests.
  private let lock = NSLock()
  private var made: [Request] = []

  /// Creates a reader that passes requests on to the given reader and records them.
  public init(_ base: any RangeReader) { self.base = base }

  /// The finished requests, in order of completion.
  public var requests: [Request] { lock.withLock { made } }

  /// The total number of bytes returned by all requests.
  public var byteCount: Int { requests.reduce(0) { $0 + ($1.received ?? 0) } }

  /// Removes all recorded requests.
  public func reset() { lock.withLock { made = [] } }

  /// Returns the bytes that the other reader returns, and records the request.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    let bytes = try await base.bytes(of: path, in: range)
    lock.withLock { made.append(Request(path: path, range: range, received: bytes?.count)) }
    return bytes
  }
}
