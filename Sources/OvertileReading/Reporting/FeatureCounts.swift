/// The counts of features and bytes in a source, or in a part of it.
public struct SourceCounts: Sendable, Codable, Hashable {
  /// The number of uncompressed bytes that were read.
  public var bytes: UInt64 = 0
  /// The number of features that were found.
  public var read = 0
  /// The number of features that were passed to the source's layers.
  public var usable = 0
  /// The number of features that could not be used because they were invalid or could not be transformed.
  public var rejected = 0
  /// The number of features that count toward `maxRejected`: the rejected ones, and those that are wrong for at least
  /// one layer. Nil in reports of earlier versions.
  public var wrong: Int? = 0
  /// The time of the data in Unix seconds: the newest value of the property that `maxAge` names, or otherwise the time
  /// of the oldest file.
  public var time: Double?

  package init(bytes: UInt64 = 0, read: Int = 0, usable: Int = 0, rejected: Int = 0) {
    (self.bytes, self.read, self.usable, self.rejected) = (bytes, read, usable, rejected)
  }

  /// Adds the counts of another part.
  package static func += (a: inout Self, b: Self) {
    a.bytes += b.bytes
    a.read += b.read
    a.usable += b.usable
    a.rejected += b.rejected
    a.wrong = (a.wrong ?? 0) + (b.wrong ?? 0)
    a.time = [a.time, b.time].compactMap(\.self).max()
  }
}

/// The counts of a source's features in a layer, by result.
public struct LayerCounts: Sendable, Codable, Hashable {
  /// The number of usable features in the layer's source.
  public var read = 0
  /// The number of features in the bundle.
  public var accepted = 0
  /// The number of features that the filter excluded.
  public var filtered = 0
  /// The number of features that this layer cannot show. The ledger lists them.
  public var rejected = 0
  /// The number of features without a geometry. The ledger lists them.
  public var withoutGeometry = 0
  /// The number of accepted features that were changed. The ledger lists them.
  public var repaired = 0

  /// Adds the counts of other features.
  package static func += (a: inout Self, b: Self) {
    a.read += b.read
    a.accepted += b.accepted
    a.filtered += b.filtered
    a.rejected += b.rejected
    a.withoutGeometry += b.withoutGeometry
    a.repaired += b.repaired
  }
}
