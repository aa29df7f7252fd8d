import OvertileCore

/// Something odd that was accepted, counted over a slice.
package struct FeatureNote: Sendable, Hashable, Codable {
  /// The kind of oddity, as a stable word.
  package enum Code: String, Sendable, CaseIterable, Codable {
    /// An object has a key twice; the last one counts.
    case duplicateKey = "duplicate-key"
    /// A feature has no properties member.
    case missingProperties = "missing-properties"
    /// A feature has a geometry's member or the other way around (RFC 7946 section 7.1); it is ignored.
    case mixedMembers = "mixed-members"
    /// A bounding box has a wrong form, or does not contain its geometry; it is ignored.
    case badBounds = "bad-bbox"
    /// A feature has two names that differ only in Unicode's normalization: they are one name, and the last counts.
    case equalNames = "equal-names"
  }

  /// The kind of oddity.
  package var code: Code
  /// How often it occurred in the slice.
  package var count: Int
  /// The first feature it occurred in.
  package var location: InputLocation
  /// The name of the member or property there.
  package var name: String
}

/// An accepted feature with a note for the user.
package struct NotedFeature: Sendable, Hashable {
  /// The kind of oddity.
  package var code: FeatureNote.Code
  /// The feature's index in the batch.
  package var feature: Int
  /// The explanation in plain words.
  package var message: String
}

/// Something odd of a collection that was accepted.
package struct CollectionNote: Sendable, Hashable, Codable {
  /// The kind of oddity.
  package var code: FeatureNote.Code
  /// The offset in bytes of the member, in the uncompressed stream.
  package var byteOffset: UInt64
  /// The explanation in plain words.
  package var message: String
}
