/// The result of a verification.
public struct VerificationReport: Sendable, Codable {
  /// The findings of one code.
  public struct Group: Sendable, Codable {
    /// The code.
    public var code: FindingCode
    /// What it stands for.
    public var meaning: String
    /// How many findings there are.
    public var count: Int
    /// The first of them.
    public var first: [Finding]
  }

  /// How much was looked at.
  public struct Extent: Sendable, Codable, Hashable {
    /// Files, those in folders of tiles one by one.
    public var files = 0
    /// Bytes of files.
    public var bytes = 0
    /// Tiles.
    public var tiles = 0
    /// Entries of features in tiles.
    public var entries = 0
    /// Clusters and leaves of members files.
    public var members = 0
  }

  /// What was verified, as it was named.
  public var path: String
  /// `bundle` or `archive`.
  public var kind: String
  /// How much was looked at.
  public var checked = Extent()
  /// What could not be checked, and why; it is not wrong for that.
  public var notes: [String] = []
  /// What does not hold, by code in the order of `FindingCode`.
  public var findings: [Group] = []

  /// What is unusual in an archive of others and allowed by its format; it is not wrong for that.
  public var remarks: [Group]? = []

  /// Whether everything holds.
  public var isSound: Bool { findings.isEmpty }

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
