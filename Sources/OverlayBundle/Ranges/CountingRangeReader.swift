import Foundation

/// Reads from another reader and counts: the requests of a bundle, and the bytes that they return.
///
/// It hides the paths of local files, so that they are read as from a server.
public final class CountingRangeReader: RangeReader, @unchecked Sendable {
  /// One request and its result.
  public struct Request: Sendable, Hashable {
    /// The path below the bundle.
    public var path: String
    /// The requested bytes.
    public var range: Range<UInt64>
    /// The number of bytes returned, or nil if there is no such file.
    public var received: Int?
  }

  private let base: any RangeReader
  // Guards the requests.
  private let lock = NSLock()
  private var made: [Request] = []

  /// Counts the bytes read from a reader.
  public init(_ base: any RangeReader) { self.base = base }

  /// The finished requests, in the order of their ends.
  public var requests: [Request] { lock.withLock { made } }

  /// The bytes returned.
  public var byteCount: Int { requests.reduce(0) { $0 + ($1.received ?? 0) } }

  /// Resets the counts.
  public func reset() { lock.withLock { made = [] } }

  /// The bytes that the other reader returns.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    let bytes = try await base.bytes(of: path, in: range)
    lock.withLock { made.append(Request(path: path, range: range, received: bytes?.count)) }
    return bytes
  }
}
