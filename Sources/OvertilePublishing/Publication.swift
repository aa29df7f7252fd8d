/// How a bundle takes its place.
package enum Publication: Sendable, Hashable {
  /// The bundle stands at the target itself, in place of the one before.
  case replace
  /// The target holds releases by digest and a link `current` to the one in use; so many releases are kept, at least 1.
  case versioned(keep: Int)
}
