/// The statistics of a bundle's cache since the bundle was opened.
public struct CacheStatistics: Sendable, Hashable {
  /// The number of values that were found in the cache.
  public var hits = 0
  /// The number of values that had to be read.
  public var misses = 0
  /// The number of values that a different task was already reading.
  public var shared = 0
  /// The number of values that were evicted.
  public var evictions = 0
  /// The number of values in the cache.
  public var values = 0
  /// An upper estimate of the size of the cached values in bytes. It never exceeds the limit.
  public var bytes = 0

  /// Creates the statistics of an unused cache.
  public init() {}
}
