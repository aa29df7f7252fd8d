extension BuildReport {
  /// How an archive is compressed, and what the other way would have cost.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The archive's name in the bundle.
    public var file: String
    /// `gzip` or `none`.
    public var compression: String
    /// The archive's size in bytes.
    public var bytes: Int
    /// Its size in bytes with the other compression, reckoned from the tiles that were tried.
    public var otherBytes: Int
    /// How many different tiles were tried.
    public var triedTiles: Int
    /// Whether these are all that the archive has.
    public var triedAll: Bool
  }
}
