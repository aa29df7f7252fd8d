/// The position of a cluster's marker. The raw values are those of a configuration.
package enum MarkerPosition: String, Sendable, CaseIterable {
  /// The mean of the positions of the cluster's members, weighted by their weights.
  case mean
  /// The position of one of the members, the cluster's center, so that no two markers are closer than the radius.
  case member
}
