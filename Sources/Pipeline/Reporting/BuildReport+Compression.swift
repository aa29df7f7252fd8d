import OverlayBundle

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

    /// What the report says of an archive whose compression was chosen; nil for one whose was given, or that is empty.
    init?(_ file: BundleManifest.File, _ choice: CompressionChoice) {
      guard let trial = choice.trial, trial.tiles > 0 else { return nil }
      let (own, other) = choice.isGzip ? (trial.gzipBytes, trial.plainBytes) : (trial.plainBytes, trial.gzipBytes)
      self.file = file.path
      compression = choice.isGzip ? "gzip" : "none"
      bytes = file.bytes
      let share = Double(other) / Double(max(1, own))
      otherBytes = trial.isAll ? file.bytes - own + other : Int(Double(file.bytes) * share)
      (triedTiles, triedAll) = (trial.tiles, trial.isAll)
    }
  }
}
