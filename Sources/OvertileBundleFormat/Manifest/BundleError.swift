/// The reason why a bundle could not be read.
public enum BundleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The folder does not hold a bundle.
  case notABundle(String, reason: String)
  /// The bundle was written by a later version of the format.
  case unknownVersion(String, version: Int)
  /// A file of the bundle is damaged.
  case damaged(String, reason: String)
  /// Another bundle replaced the one that was being read; it is to be opened again.
  case replaced(String)

  /// Whether there is no readable manifest at all, rather than a wrong one.
  package var isMissing: Bool {
    guard case .notABundle(_, let reason) = self else { return false }
    return [Self.noManifest, Self.nothingThere, Self.somethingElse + " "].contains(where: reason.hasPrefix)
  }

  /// The beginning of the reason for a bundle without a manifest.
  package static let noManifest = "it has no readable \(BundleManifest.fileName)"

  /// The error in words.
  public var description: String {
    switch self {
    case .notABundle(let path, let reason): "\(path) is not a bundle: \(reason)"
    case .unknownVersion(let path, let version):
      "\(path) has format version \(version); this program reads up to \(BundleManifest.currentFormatVersion)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    case .replaced(let path): "\(path) was replaced by another bundle while it was read; open it again"
    }
  }
}
