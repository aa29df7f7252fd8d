extension BuildReport {
  /// The compression of an archive, and its size with and without compression.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The archive's name in the bundle.
    public var file: String
    /// The compression, `gzip` or `none`.
    public var compression: String
    /// The archive's size in bytes.
    public var bytes: Int
    /// The archive's size in bytes with the other compression, estimated from the sampled tiles.
    public var otherBytes: Int
    /// The number of distinct tiles that were sampled.
    public var triedTiles: Int
    /// Whether the sample includes all tiles of the archive.
    public var triedAll: Bool
  }
}
