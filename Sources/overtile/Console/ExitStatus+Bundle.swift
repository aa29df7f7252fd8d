import OvertileBundleFormat
import OvertileTileArchive

extension ExitStatus {
  /// The status of an error of reading a bundle.
  init(bundle error: BundleError) {
    self =
      switch error {
      case .notABundle where error.isMissing: .inputMissing
      case .notABundle: .badData
      case .unknownVersion, .damaged: .badData
      case .replaced: .locked
      case .unknownLayer: .usage
      }
  }

  /// The status of an error of reading an archive.
  init(archive error: ArchiveError) {
    self =
      switch error.code {
      case .malformed: .badData
      case .cannotOpen: .inputMissing
      case .cannotCreate: .cannotCreate
      case .memory: .unavailable
      default: .inputOutput
      }
  }
}
