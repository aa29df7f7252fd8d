/// The form of publishing: `publish` and, with releases, `keep`.
enum PublicationRule {
  /// The ways of publishing.
  enum Way: String, Sendable, CaseIterable {
    case replace, versioned
  }

  static let publish = Key(
    "publish", Rule<Way>.choice, .standard("replace"), shapesBundle: false,
    "How the bundle is published: replace writes it to the path, in place of the previous one; versioned writes it "
      + "to releases/DIGEST below the path and points the link current to the newest release.")
  static let keepReleases = Key(
    "keepReleases", Rule.integer(1...10_000), shapesBundle: false,
    "The number of releases to keep with publish: versioned, including the current one; 7 by default.")

  /// The number of releases that stay by default: a week of nights.
  static let standardKeep = 7
}
