/// An error that occurs while reading a bundle.
public enum BundleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path does not contain a bundle.
  case notABundle(String, reason: String)
  /// The bundle was written by a later version of the format.
  case unknownVersion(String, version: Int)
  /// A file in the bundle is damaged.
  case damaged(String, reason: String)
  /// A different bundle replaced the one that was being read. Open the bundle again.
  case replaced(String)
  /// The bundle does not have a layer with the given name.
  case unknownLayer(String, layers: [String])

  /// Whether there is no readable manifest at all, rather than a wrong one.
  package var isMissing: Bool {
    guard case .notABundle(_, let reason) = self else { return false }
    return [Self.noManifest, Self.nothingThere, Self.somethingElse + " "].contains(where: reason.hasPrefix)
  }

  /// The beginning of the reason for a bundle without a manifest.
  package static let noManifest = "it has no readable \(BundleManifest.fileName)"

  /// A description of the error.
  public var description: String {
    switch self {
    case .notABundle(let path, let reason): "\(path) is not a bundle: \(reason)"
    case .unknownVersion(let path, let version):
      "\(path) has format version \(version), but this program only supports versions up to "
        + "\(BundleManifest.currentFormatVersion)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    case .replaced(let path): "\(path) was replaced by a different bundle while it was being read; open it again"
    case .unknownLayer(let name, let layers):
      "the bundle has no layer \"\(name)\"; its layers are: \(layers.joined(separator: ", "))"
    }
  }
}

extension BundleManifest {
  /// Checks that there are some layers; an archive may not say which it has.
  ///
  /// - Throws: `BundleError.unknownLayer`.
  package func check(layers names: some Collection<String>) throws(BundleError) {
    let known = layers.map(\.id)
    guard !known.isEmpty, let unknown = names.filter({ !known.contains($0) }).min() else { return }
    throw .unknownLayer(unknown, layers: known)
  }
}
