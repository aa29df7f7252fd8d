import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The entries of a bundle's folder that belong to the bundle: its manifest, and the files that it lists.
///
/// Manifests of later versions are read as far as their keys are the same.
struct BundleListing: Sendable {
  private var files: Set<String>
  private let tileFolders: Set<String>

  /// The path of the manifest of a bundle that is being removed or made: a folder with a manifest is whole.
  static let unfinishedManifest = BundleManifest.fileName + ".partial"

  // More than any build has written, also before builds were bounded.
  private static let mostBytes = 1 << 30

  /// The keys that are read of a manifest.
  private struct Names: Decodable {
    struct File: Decodable { var path: String }
    struct Tiles: Decodable { var container: String? }
    var files: [File]?
    var tiles: Tiles?
  }

  /// The entries that a manifest lists; nil if it is invalid.
  init?(manifest: Data) {
    guard let names = try? JSONDecoder().decode(Names.self, from: manifest) else { return nil }
    let paths = (names.files ?? []).map(\.path)
    files = Set(paths + [BundleManifest.fileName])
    let container = names.tiles?.container.flatMap(TileContainer.init(rawValue:))
    tileFolders = container?.isFolder == true ? Set(paths) : []
  }

  /// The entries that the manifest in a folder lists, finished or not; nil if there is none.
  init?(of folder: String) {
    for name in [BundleManifest.fileName, Self.unfinishedManifest] {
      guard let data = try? RegularFile.contents(of: folder + "/" + name, limit: Self.mostBytes),
        let listing = BundleListing(manifest: data)
      else { continue }
      self = listing
      files.insert(name)
      return
    }
    return nil
  }

  /// Whether an entry belongs to the bundle, by its path below the bundle's folder.
  func owns(_ path: String, _ kind: FileKind) -> Bool {
    switch kind {
    case .file where files.contains(path): return true
    case .folder where tileFolders.contains(path) || files.contains { $0.hasPrefix(path + "/") }: return true
    default: break
    }
    return tileFolders.contains {
      path.hasPrefix($0 + "/") && TilePath.isTilePath(path.dropFirst($0.utf8.count + 1), kind)
    }
  }

  /// The first entry of a folder that does not belong to the bundle; nil if there is none. O(entries).
  func foreignEntry(in folder: String) throws -> String? {
    try FolderTree.firstEntry(in: folder) { owns($0, $1) }
  }
}
