import OvertileBundleFormat

/// The entries of staging folders: what a run writes there while it makes a bundle, and bundles that are being removed.
package struct StagingNames {
  private let listing: BundleListing?
  private let isMarked: Bool

  /// The names in a staging folder: those that a manifest in it lists, and, where our mark stands, those that runs give.
  init(_ folder: String) {
    listing = BundleListing(of: folder)
    isMarked = StagingMark.stands(in: folder)
  }

  /// Whether the folder is known by a manifest or by our mark.
  var isKnown: Bool { isMarked || listing != nil }

  /// The list of finished zooms.
  package static let journal = "zooms.journal"
  /// The beginning of the names of files that hold what is not kept in memory.
  package static let spool = "spool"

  /// Whether an entry is of a run of ours, by its path below the folder.
  func owns(_ path: String, _ entry: FileSystem.Entry) -> Bool {
    if let listing, listing.owns(path, entry) || path == BundleListing.unfinishedManifest && entry == .file {
      return true
    }
    guard isMarked else { return false }
    if path == BundleFileName.allZooms { return entry == .folder }
    let start = BundleFileName.allZooms + "/"
    if path.hasPrefix(start) { return TilePath.isTilePath(path.dropFirst(start.count), entry) }
    return entry == .file && !path.contains("/") && Self.isFile(path[...])
  }

  /// What the first entry of a staging folder is of which we do not know that it is of a run of ours; nil when there is none,
  /// as in a folder that a dead run has made and not yet marked. O(entries).
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
    // What SQLite puts beside a database, and archives before they have their name: NAME.PROCESS-NUMBER.partial.
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
