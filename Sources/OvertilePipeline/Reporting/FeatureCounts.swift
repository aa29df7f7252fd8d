/// What was read of a source, or of a part of it: the one place where features of a source are counted.
public struct SourceCounts: Sendable, Codable, Hashable {
  /// Uncompressed bytes read.
  public var bytes: UInt64 = 0
  /// Features found.
  public var read = 0
  /// Features that its layers were given.
  public var usable = 0
  /// Features that could not be used: not valid, or not transformable.
  public var rejected = 0
  /// Features that count against what is tolerated: the rejected, and those that are wrong for one layer at least, each
  /// once. Nil in reports of before that was counted.
  public var wrong: Int? = 0

  /// Adds what was read of another part.
  static func += (a: inout Self, b: Self) {
    a.bytes += b.bytes
    a.read += b.read
    a.usable += b.usable
    a.rejected += b.rejected
    a.wrong = (a.wrong ?? 0) + (b.wrong ?? 0)
  }
}

/// What became of a source's features in a layer, or of a part of them: the one place where they are counted.
public struct LayerCounts: Sendable, Codable, Hashable {
  /// Usable features of its source.
  public var read = 0
  /// Features in the bundle.
  public var accepted = 0
  /// Features that the filter left out.
  public var filtered = 0
  /// Features that this layer cannot show, in the ledger.
  public var rejected = 0
  /// Features without a geometry, in the ledger.
  public var withoutGeometry = 0
  /// Accepted features that are not as they were, in the ledger.
  public var repaired = 0

  /// Adds what became of other features.
  static func += (a: inout Self, b: Self) {
    a.read += b.read
    a.accepted += b.accepted
    a.filtered += b.filtered
    a.rejected += b.rejected
    a.withoutGeometry += b.withoutGeometry
    a.repaired += b.repaired
  }
}
