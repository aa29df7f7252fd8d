import OvertileCore

/// Reading of bundles that another process may replace as a whole while they are read by their path.
///
/// In that case the data come from the old bundle in part and from the new one in part, so they are discarded and read
/// again. The manifest, which is written once, identifies a bundle.
package struct StableFolder {
  private let bundles: [String]
  private let before: [FileStamp?]

  /// How often a replaced bundle is read again: replacing takes longer than most reading.
  private static let attempts = 8

  private init(_ bundles: [String]) {
    self.bundles = bundles
    before = bundles.map { FileStamp($0 + "/" + BundleManifest.fileName) }
  }

  /// Throws if there is now another bundle at one of the paths.
  package func rejectReplaced() throws(BundleError) {
    let now = Self(bundles).before
    for (index, bundle) in bundles.enumerated() where now[index] != before[index] { throw .replaced(bundle) }
  }

  /// Runs a body that reads bundles, again while one of them was replaced meanwhile.
  ///
  /// - Parameter isChecked: whether the body itself calls `rejectReplaced` before it ends well, so that its result holds,
  ///   even if it has replaced a bundle.
  /// - Throws: the errors of the body if nothing was replaced; `BundleError.replaced` if a bundle is replaced again and
  ///   again.
  package static func read<R>(
    _ bundles: [String], isChecked: Bool = false, _ body: (StableFolder) throws -> R
  ) throws -> R {
    var left = attempts
    while true {
      left -= 1
      let folder = StableFolder(bundles)
      let result = Result { try body(folder) }
      if case .success(let value) = result, isChecked { return value }
      do {
        try folder.rejectReplaced()
      } catch {
        if left > 0 { continue }
        throw error
      }
      return try result.get()
    }
  }
}
