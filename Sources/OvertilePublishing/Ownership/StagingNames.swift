import OvertileBundleFormat

/// The entries of staging folders: files of a run that makes a bundle, and bundles that are being removed.
package struct StagingNames {
  private let listing: BundleListing?
  private let isMarked: Bool

  /// The names in a staging folder: those that a manifest in it lists, and, with our mark, those that runs use.
  init(_ folder: String) {
    listing = BundleListing(of: folder)
    isMarked = StagingMark.stands(in: folder)
  }

  /// Whether the folder is identified by a manifest or by our mark.
  var isKnown: Bool { isMarked || listing != nil }

  /// The list of finished zooms.
  package static let journal = "zooms.journal"
  /// The prefix of spool files.
  package static let spool = "spool"

  /// Whether an entry belongs to a run of ours, by its path below the folder.
  func owns(_ path: String, _ entry: FileSystem.Entry) -> Bool {
    if let listing, listing.owns(path, entry) || path == BundleListing.unfinishedManifest && entry == .file {
      return true
    }
    guard isMarked else { return false }
    let first = path.prefix { $0 != "/" }
    if entry == .folder, first.count == path.count { return BundleFileName.isTileFolder(first) }
    if first.count < path.count, BundleFileName.isTileFolder(first) {
      return TilePath.isTilePath(path.dropFirst(first.count + 1), entry)
    }
    return entry == .file && !path.contains("/") && Self.isFile(path[...])
  }

  /// The first entry of a staging folder that is not known to belong to a run of ours; nil if there is none, as in a
  /// folder that a dead run has made and not yet marked. O(entries).
  func foreignEntry(in folder: String) throws -> String? {
    guard let name = try FolderTree.firstEntry(in: folder, failing: { owns($0, $1) }) else { return nil }
    if name == StagingMark.fileName, StagingMark.isBegun(in: folder), try FileSystem.names(folder) == [name] {
      return nil
    }
    return isKnown ? name : "\(name) and no \(StagingMark.fileName) of a run"
  }

  private static let plain: Set<String> = [
    BundleManifest.fileName, BundleListing.unfinishedManifest, journal, journal + ".partial", StagingMark.fileName,
  ]

  private static func isFile(_ name: Substring) -> Bool {
    if plain.contains(String(name)) || BundleFileName.isArchive(name) { return true }
    if name.hasPrefix(spool + ".") { return name.utf8.count == spool.utf8.count + 7 }
    if BundleFileName.isMembers(name) { return true }
    // The files that SQLite puts beside a database, and archives before they have their name:
    // NAME.PROCESS-NUMBER.partial.
    for ending in ["-journal", "-wal", "-shm"] where name.hasSuffix(ending) {
      return isFile(name.dropLast(ending.count))
    }
    guard name.hasSuffix(".partial") else { return false }
    let stem = name.dropLast(".partial".count)
    guard let point = stem.lastIndex(of: ".") else { return false }
    let digits = stem[point...].dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    return digits.count == 2 && digits.allSatisfy(isNumber) && BundleFileName.isArchive(stem[..<point])
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
