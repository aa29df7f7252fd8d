/// The 53 bits of the ids of overlays, split so that what is made and what a source has never meet.
///
/// Part of the bundle's format. It stands here because the ids of features and clusters are given below the format.
package enum OverlayIDs {
  /// The ids of features of a source: their own, where those are such numbers, and digests otherwise.
  package static let ofSources: Range<UInt64> = 0..<1 << 52
  /// The ids of what a build makes: clusters and dissolved shapes.
  package static let made: Range<UInt64> = 1 << 52..<1 << 53

  /// An id for a feature of a source from a digest. O(1).
  @inlinable
  package static func ofSource(from digest: UInt64) -> UInt64 { digest & ((1 << 52) - 1) }

  /// An id for what a build makes from a digest. O(1).
  @inlinable
  package static func made(from digest: UInt64) -> UInt64 { digest & ((1 << 52) - 1) | 1 << 52 }
}
