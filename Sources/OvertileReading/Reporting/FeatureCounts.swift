/// The counts of features and bytes of a source, or of a part of it.
public struct SourceCounts: Sendable, Codable, Hashable {
  /// Uncompressed bytes read.
  public var bytes: UInt64 = 0
  /// Features found.
  public var read = 0
  /// Features passed to its layers.
  public var usable = 0
  /// Features that could not be used: not valid, or not transformable.
  public var rejected = 0
  /// Features that count toward `maxRejected`: the rejected ones, and those that are wrong for at least one layer.
  /// Nil in old reports.
  public var wrong: Int? = 0
  /// The time of the data in Unix seconds: the newest one in the property that `maxAge` names, or else that of the
  /// oldest file.
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
  /// Usable features of its source.
  public var read = 0
  /// Features in the bundle.
  public var accepted = 0
  /// Features that the filter excluded.
  public var filtered = 0
  /// Features that this layer cannot show, in the ledger.
  public var rejected = 0
  /// Features without a geometry, in the ledger.
  public var withoutGeometry = 0
  /// Accepted features that were changed, in the ledger.
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
