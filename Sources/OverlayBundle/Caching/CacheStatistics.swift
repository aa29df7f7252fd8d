/// Statistics about the use of a bundle's cache since the bundle was opened.
public struct CacheStatistics: Sendable, Hashable {
  /// The number of requested values that were found in the cache.
  public var hits = 0
  /// The number of requested values that had to be read because they were not in the cache.
  public var misses = 0
  /// The number of requested values that another task was already reading.
  public var shared = 0
  /// The number of values that were evicted from the cache to make room for others.
  public var evictions = 0
  /// The number of values that are currently in the cache.
  public var values = 0
  /// An estimate of the total size of the cached values, in bytes. The actual size is never greater than this estimate,
  /// and the estimate never exceeds the cache's limit.
  public var bytes = 0

  /// Creates statistics in which all numbers are 0.
  public init() {}
}
