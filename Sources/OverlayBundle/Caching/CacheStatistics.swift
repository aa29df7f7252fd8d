/// The counts of a bundle's cache since the bundle was opened, and the cache's content.
public struct CacheStatistics: Sendable, Hashable {
  /// Values that were in the cache.
  public var hits = 0
  /// Values that had to be read.
  public var misses = 0
  /// Values that another task was reading already.
  public var shared = 0
  /// Values that were evicted.
  public var evictions = 0
  /// The values held.
  public var values = 0
  /// An upper estimate of the bytes of the values held; never more than the limit.
  public var bytes = 0

  /// Makes statistics of an unused cache.
  public init() {}
}
