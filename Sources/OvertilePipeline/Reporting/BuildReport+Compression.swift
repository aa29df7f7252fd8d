extension BuildReport {
  /// The compression of an archive, and the archive's size with and without compression.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The name of the archive's file in the bundle.
    public var file: String
    /// The compression format of the archive: `gzip` or `none`.
    public var compression: String
    /// The size of the archive, in bytes.
    public var bytes: Int
    /// The size that the archive would have with the other compression format, in bytes, estimated from the sampled
    /// tiles.
    public var otherBytes: Int
    /// The number of distinct tiles that were sampled.
    public var triedTiles: Int
    /// Whether the sample includes all tiles in the archive.
    public var triedAll: Bool
  }
}
