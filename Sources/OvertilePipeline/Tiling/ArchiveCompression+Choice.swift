import OvertileBundleFormat
import OvertileReading

extension BuildReport.ArchiveCompression {
  /// The report's entry of an archive whose compression was chosen; nil for one whose compression was configured, or
  /// that is empty.
  init?(_ file: BundleManifest.File, _ choice: CompressionChoice) {
    guard let trial = choice.trial, trial.tiles > 0 else { return nil }
    let (own, other) = choice.isGzip ? (trial.gzipBytes, trial.plainBytes) : (trial.plainBytes, trial.gzipBytes)
    let fraction = Double(other) / Double(max(1, own))
    self.init(
      file: file.path, compression: choice.storedForm.rawValue, bytes: file.bytes,
      otherBytes: trial.isAll ? file.bytes - own + other : Int(Double(file.bytes) * fraction), triedTiles: trial.tiles,
      triedAll: trial.isAll)
  }
}
