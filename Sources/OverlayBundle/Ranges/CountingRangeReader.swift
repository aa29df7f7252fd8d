import Foundation

/// Reads from another reader and counts: how many requests a bundle makes, and how many bytes they bring.
///
/// It hides where local files lie, so that MBTiles are read as from a server.
public final class CountingRangeReader: RangeReader, @unchecked Sendable {
  /// One request and its answer.
  public struct Request: Sendable, Hashable {
    /// The path below the bundle.
    public var path: String
    /// The bytes asked for.
    public var range: Range<UInt64>
    /// The number of bytes that came, or nil when there is no such file.
    public var received: Int?
  }

  private let base: any RangeReader
  // Guards the requests.
  private let lock = NSLock()
  private var made: [Request] = []

  /// Counts what is read from a reader.
  public init(_ base: any RangeReader) { self.base = base }

  /// The requests that were answered, in the order of their answers.
  public var requests: [Request] { lock.withLock { made } }

  /// The bytes that came.
  public var byteCount: Int { requests.reduce(0) { $0 + ($1.received ?? 0) } }

  /// Forgets what was counted.
  public func reset() { lock.withLock { made = [] } }

  /// What the other reader answers.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    let bytes = try await base.bytes(of: path, in: range)
    lock.withLock { made.append(Request(path: path, range: range, received: bytes?.count)) }
    return bytes
  }
}
