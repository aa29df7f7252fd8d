/// The result of a verification.
package struct VerificationReport: Sendable, Encodable {
  /// The findings of one code.
  package struct Group: Sendable, Encodable {
    /// The code.
    package var code: FindingCode
    /// The meaning of the code.
    package var meaning: String
    /// The number of findings.
    package var count = 0
    /// The first of them.
    package var first: [Finding] = []

    init(_ code: FindingCode) { (self.code, meaning) = (code, code.meaning) }

    mutating func add(_ count: Int, _ kept: some Sequence<Finding>) {
      self.count += count
      first += kept
    }
  }

  /// The amount of data that was checked.
  package struct Extent: Sendable, Encodable {
    /// Files, those in folders of tiles one by one.
    package var files = 0
    /// Bytes of files.
    package var bytes = 0
    /// Tiles.
    package var tiles = 0
    /// Entries of features in tiles.
    package var entries = 0
    /// Clusters and leaves of members files.
    package var members = 0
  }

  /// The path that was verified, as it was named.
  package var path: String
  /// `bundle` or `archive`.
  package var kind: String
  /// The amount of data that was checked.
  package var checked = Extent()
  /// The checks that could not be made, and the reasons; they are not errors.
  package var notes: [String] = []
  /// The claims that do not hold, by code in the order of `FindingCode`.
  package var findings: [Group] = []

  /// Unusual properties of a foreign archive that its format allows; they are not errors.
  package var remarks: [Group] = []

  /// Whether everything holds.
  package var isSound: Bool { findings.isEmpty }

  init(path: String, kind: String) { (self.path, self.kind) = (path, kind) }
}
