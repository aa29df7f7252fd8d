extension BuildReport {
  /// The compression of an archive, and its size with and without it.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The archive's name in the bundle.
    public var file: String
    /// `gzip` or `none`.
    public var compression: String
    /// The archive's size in bytes.
    public var bytes: Int
    /// Its size in bytes with the other compression, estimated from the sampled tiles.
    public var otherBytes: Int
    /// The number of distinct tiles sampled.
    public var triedTiles: Int
    /// Whether the sample includes all tiles of the archive.
    public var triedAll: Bool

    package init(file: String, compression: String, bytes: Int, otherBytes: Int, triedTiles: Int, triedAll: Bool) {
      (self.file, self.compression, self.bytes, self.otherBytes, self.triedTiles, self.triedAll) = (
        file, compression, bytes, otherBytes, triedTiles, triedAll
      )
    }
  }
}
