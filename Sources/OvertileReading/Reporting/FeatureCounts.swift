/// The counts of features and bytes in a source or in part of a source.
public struct SourceCounts: Sendable, Codable, Hashable {
  /// The number of uncompressed bytes that were read.
  public var bytes: UInt64 = 0
  /// The number of features that were found in the source.
  public var read = 0
  /// The number of features that were passed to the source's layers.
  public var usable = 0
  /// The number of features that could not be used because they were invalid or could not be transformed.
  public var rejected = 0
  /// The number of features that count toward `maxRejected`, or `nil` if the report is from an earlier version of
  /// Overtile.
  ///
  /// These are the rejected features and the features that have an error in at least one layer.
  public var wrong: Int? = 0
  /// The time of the data, in seconds since January 1, 1970, or `nil` if the time is unknown.
  ///
  /// If `maxAge` names a property, this is the property's latest value. Otherwise, this is the modification time of the
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

/// The numbers of features that a layer received from its source, grouped by result.
public struct LayerCounts: Sendable, Codable, Hashable {
  /// The number of usable features in the layer's source.
  public var read = 0
  /// The number of features that the layer adds to the bundle.
  public var accepted = 0
  /// The number of features that the layer's filter excluded.
  public var filtered = 0
  /// The number of features that the layer cannot show. These features are listed in the ledger.
  public var rejected = 0
  /// The number of features without a geometry. These features are listed in the ledger.
  public var withoutGeometry = 0
  /// The number of accepted features that were changed. These features are listed in the ledger.
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
