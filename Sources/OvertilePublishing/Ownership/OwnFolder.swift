import OvertileBundleFormat
import OvertilePlatform

/// The only way in which this program removes folders: those that it has made in this run, and bundles and staging
/// folders whose every entry is known.
package enum OwnFolder {
  /// Removes a folder, or an entry of one, that this run has made, or whose every entry it has checked.
  package static func removeMade(_ path: String) throws {
    switch try FileSystem.entry(at: path) {
    case .nothing: return
    case .folder: return try FolderTree.remove(path)
    case .file, .link, .special: break
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw PublishingError.inputOutput("cannot remove \(path): \(FileSystem.lastError())")
    }
  }

  /// Removes a staging folder that this run has made, or resumed.
  static func remove(staging path: String) throws {
    try retireManifest(of: path)
    try FolderTree.remove(path, last: last)
  }

  /// Removes a bundle that may still be read, or the rest of one. Its manifest is renamed first, so that a folder with a
  /// manifest is a whole bundle, and removed last, so that the rest can be distinguished from foreign files. If neither
  /// manifest nor mark can be read, nothing is touched: the next run recognizes the folder by them.
  ///
  /// - Throws: `PublishingError.inputOutput` if something remains, also if it does not belong to a bundle or a run.
  static func remove(bundle path: String) throws {
    guard try FileSystem.entry(at: path) == .folder else { return }
    let names = StagingNames(path)
    guard try names.isKnown || names.foreignEntry(in: path) == nil else {
      throw PublishingError.inputOutput(
        "\(path) is left as it is: neither a manifest nor a staging mark can be read there")
    }
    try retireManifest(of: path)
    try FolderTree.remove(path, last: last) { names.owns($0, $1) }
  }

  /// The files that are removed after all others, in this order: they identify a half-removed folder.
  private static let last = [BundleListing.unfinishedManifest, StagingMark.fileName]

  private static func retireManifest(of path: String) throws {
    let manifest = path + "/" + BundleManifest.fileName
    if rename(manifest, path + "/" + BundleListing.unfinishedManifest) != 0, errno != ENOENT, unlink(manifest) != 0 {
      throw PublishingError.inputOutput("cannot remove \(manifest): \(FileSystem.lastError())")
    }
  }

  /// Throws if a folder of that name exists and is neither empty nor left by a run of ours: staging with our mark, or a
  /// bundle with its manifest.
  static func rejectForeign(staging path: String) throws {
    switch try FileSystem.entry(at: path) {
    case .nothing: return
    case .folder: break
    case let other:
      throw PublishingError.cannotCreate(
        "\(path) is \(other.words), not a staging folder: it is left alone. Move it away, or write elsewhere")
    }
    guard let name = try StagingNames(path).foreignEntry(in: path) else { return }
    throw PublishingError.cannotCreate(
      "\(path) holds \(name), which no run wrote: it is left alone. Move it away, or write elsewhere")
  }

  /// Throws if a bundle's folder holds entries that its manifest does not list.
  ///
  /// - Throws: `PublishingError.cannotCreate` naming the first such entry.
  static func rejectForeign(bundle path: String) throws {
    guard let listing = BundleListing(of: path), let name = try listing.foreignEntry(in: path) else { return }
    if listing.lists(name), let entry = try? FileSystem.entry(at: path + "/" + name) {
      throw PublishingError.cannotCreate(
        "\(path) holds \(name) as \(entry.words), where the manifest of the bundle there lists a file: both are left alone. "
          + "Move it away, or give another output path")
    }
    throw PublishingError.cannotCreate(
      "\(path) holds \(name), which the manifest of the bundle there does not list: both are left alone. Move it away, or "
        + "give another output path")
  }
}
