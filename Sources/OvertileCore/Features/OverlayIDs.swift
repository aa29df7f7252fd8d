/// The 53 bits of the ids of overlays, split so that ids of a build and ids of a source never collide.
///
/// Part of the bundle's format. It is here because the ids of features and clusters are assigned below the format.
@usableFromInline
package enum OverlayIDs {
  /// The ids of features of a source: their own, if those are such numbers, and digests otherwise.
  package static let ofSources: Range<UInt64> = 0..<1 << 52
  /// The ids of a build's own overlays: clusters and dissolved shapes.
  package static let made: Range<UInt64> = 1 << 52..<1 << 53

  /// An id for a feature of a source from a digest. O(1).
  @inlinable
  package static func ofSource(from digest: UInt64) -> UInt64 { digest & ((1 << 52) - 1) }

  /// An id for an overlay of a build from a digest. O(1).
  @inlinable
  package static func made(from digest: UInt64) -> UInt64 { digest & ((1 << 52) - 1) | 1 << 52 }
}
