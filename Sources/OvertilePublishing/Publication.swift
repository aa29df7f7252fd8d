/// How a bundle is published.
package enum Publication: Sendable, Hashable {
  /// The bundle is at the target itself, and replaces the one before.
  case replace
  /// The target contains releases by digest, and a link `current` to the one in use. `keep` releases are kept, at least
  /// 1.
  case versioned(keep: Int)
}
