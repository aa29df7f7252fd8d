import OvertileBundleFormat
import OvertileCore

/// The only way in which this program removes folders: those that bear our mark, or that a run has just begun to make,
/// and bundles that hold what their manifest lists and nothing else.
package enum OwnFolder {
  /// Removes a folder, or an entry of one, that this run has made.
  package static func removeMade(_ path: String) throws {
    if try FileSystem.kind(at: path) == .folder { return try FolderTree.remove(path, last: last) }
    try FileSystem.unlink(path)
  }

  /// Removes a staging folder of ours, or a bundle that may still be read, or the rest of one.
  ///
  /// A bundle's manifest is renamed first, so that a folder with a manifest is a whole bundle, and removed last, so that
  /// the rest can be distinguished from foreign files.
  ///
  /// - Throws: `PublishingError.inputOutput` if something remains, also if it does not belong to a bundle or a run.
  package static func remove(_ path: String) throws {
    guard try FileSystem.kind(at: path) == .folder else { return }
    guard let owns = try ownEntries(of: path) else {
      throw PublishingError.inputOutput(
        "\(path) was not removed, because it has no readable manifest or staging mark")
    }
    let manifest = path + "/" + BundleManifest.fileName
    if rename(manifest, path + "/" + BundleListing.unfinishedManifest) != 0, errno != ENOENT {
      throw PublishingError.failed(to: "remove \(manifest)")
    }
    try FolderTree.remove(path, last: last, where: owns)
  }

  /// The files that are removed after all others, in this order: they identify a half-removed folder.
  private static let last = [BundleListing.unfinishedManifest, StagingMark.fileName]

  /// The entries of a folder that are ours: all of one that bears the mark, or that a run has made and not yet marked, and
  /// those that a bundle lists; nil for any other folder.
  private static func ownEntries(of path: String) throws -> FolderTree.Test? {
    let names = try FileSystem.names(path)
    let isHardlyMade =
      try names.isEmpty
      || names == [StagingMark.fileName] && FileSystem.kind(at: path + "/" + StagingMark.fileName) == .file
    if isHardlyMade || StagingMark.stands(in: path) { return { _, _ in true } }
    return BundleListing(of: path)?.owns
  }

  /// The first entry of a staging folder that is not known to belong to a run of ours; nil if there is none.
  private static func foreignEntry(staging path: String) throws -> String? {
    guard let owns = try ownEntries(of: path) else { return try FileSystem.names(path).first }
    return try FolderTree.firstEntry(in: path, failing: owns)
  }

  /// Whether a folder is staging that a run of ours left, or a bundle that one has replaced.
  static func isOwn(staging path: String) -> Bool {
    FileKind(at: path, followsLinks: false) == .folder && (try? foreignEntry(staging: path)) == .some(nil)
  }

  /// Throws if an entry of that name exists and was not left by a run of ours. What cannot be read is left alone, and no
  /// error.
  static func rejectForeign(staging path: String) throws {
    switch try FileSystem.kind(at: path) {
    case nil: return
    case .folder: break
    case let other?:
      throw PublishingError.foreign("\(path) is \(other.words), not a staging folder")
    }
    guard access(path, R_OK | X_OK) == 0, let name = try foreignEntry(staging: path) else { return }
    throw PublishingError.foreign("\(path) contains \(name), which overtile did not write")
  }

  /// Throws if a bundle's folder holds entries that its manifest does not list.
  ///
  /// - Throws: `PublishingError.cannotCreate` naming the first such entry.
  static func rejectForeign(bundle path: String) throws {
    guard let listing = BundleListing(of: path), let name = try listing.foreignEntry(in: path) else { return }
    let kind = FileKind(at: path + "/" + name, followsLinks: false)?.words ?? "an entry"
    throw PublishingError.foreign(
      "the bundle \(path) contains \(kind) named \(name), which its manifest does not list",
      "Move \(name) out of the way, or choose a different output path")
  }
}
