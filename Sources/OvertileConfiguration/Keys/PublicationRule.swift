/// The form of publishing: `publish` and, with releases, `keep`.
enum PublicationRule {
  /// The ways of publishing.
  enum Way: String, Sendable, CaseIterable {
    case replace, versioned
  }

  static let publish = Key(
    "publish", Rule<Way>.choice, .standard("replace"), shapesBundle: false,
    "replace: the bundle stands at the path and replaces the one before. versioned: the path holds releases/DIGEST, and "
      + "a link current to the newest.")
  static let keepReleases = Key(
    "keepReleases", Rule.integer(1...10_000), shapesBundle: false,
    "With publish: versioned, how many releases stay, the current one included; 7 by default.")

  /// The number of releases that stay by default: a week of nights.
  static let standardKeep = 7
}
