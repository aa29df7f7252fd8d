/// The result of a verification.
package struct VerificationReport: Sendable, Codable {
  /// The findings of one code.
  package struct Group: Sendable, Codable {
    /// The code.
    package var code: FindingCode
    /// What it stands for.
    package var meaning: String
    /// How many findings there are.
    package var count: Int
    /// The first of them.
    package var first: [Finding]
  }

  /// How much was looked at.
  package struct Extent: Sendable, Codable, Hashable {
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

  /// What was verified, as it was named.
  package var path: String
  /// `bundle` or `archive`.
  package var kind: String
  /// How much was looked at.
  package var checked = Extent()
  /// What could not be checked, and why; it is not wrong for that.
  package var notes: [String] = []
  /// What does not hold, by code in the order of `FindingCode`.
  package var findings: [Group] = []

  /// What is unusual in an archive of others and allowed by its format; it is not wrong for that.
  package var remarks: [Group]? = []

  /// Whether everything holds.
  package var isSound: Bool { findings.isEmpty }

  init(path: String, kind: String) {
    self.path = path
    self.kind = kind
  }

  mutating func set(_ found: Findings) {
    findings = Self.groups(found)
    remarks = Self.groups(found.warnings)
  }

  private static func groups(_ found: Findings) -> [Group] {
    FindingCode.allCases.compactMap { code in
      found.counts[code].map {
        Group(code: code, meaning: code.meaning, count: $0, first: found.examples[code] ?? [])
      }
    }
  }
}
