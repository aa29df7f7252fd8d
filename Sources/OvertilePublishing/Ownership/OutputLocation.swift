import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The file that a path leads to, so that two spellings of one path are recognized as one.
///
/// Existing files are compared by device and number. For a missing one, the nearest existing folder, links followed,
/// and the names below it are compared.
package struct OutputLocation: Sendable {
  /// The path as written.
  package let path: String
  /// The path with every link followed, as far as it exists.
  package let resolved: String
  /// The entry there, links followed; nil if there is nothing.
  private let identity: FileIdentity?
  private let folders: [String]

  /// Examines a path; a relative path starts at the working folder.
  package init(_ path: String) {
    self.path = path
    resolved = Self.resolved(path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    identity = FileIdentity(following: path)
    folders = sequence(first: resolved) { path in
      let parent = Folder.parent(of: path)
      return parent == path ? nil : parent
    }.dropFirst().map(\.self)
  }

  /// The keys by which it can be found: its own.
  package var keys: [Key] { [.path(resolved)] + (identity.map { [.identity($0)] } ?? []) }

  /// The keys by which folders above it can be found.
  package var folderKeys: [Key] {
    folders.flatMap { [Key.path($0)] + (FileIdentity(following: $0).map { [.identity($0)] } ?? []) }
  }

  /// A key that identifies a location.
  package enum Key: Hashable, Sendable {
    case path(String)
    case identity(FileIdentity)
  }

  /// That the path lies in a bundle or a folder of releases, in words; nil if it does not.
  package var enclosed: String? {
    folders.first { Self.isBundle($0) || Self.isReleases($0) }
      .map { "lies inside \($0), which is a bundle or a folder of releases" }
  }

  /// That a name on the path, its own or a parent's, is reserved for locks and staging folders of runs, in words; nil if
  /// none is.
  package var reserved: String? {
    resolved.split(separator: "/").first { Companions.isReserved($0) }
      .map { "uses the name \($0), which is reserved for locks and staging folders" }
  }

  /// Throws if only runs may write there: the path has a reserved name, or lies in a bundle or a folder of releases.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package func rejectReserved() throws {
    guard let reason = reserved ?? enclosed else { return }
    throw PublishingError.cannotCreate("\(path) \(reason). Choose a different output path")
  }

  /// Throws if it is a file or folder that is read, or lies in one.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package func rejectInput(_ path: String) throws {
    let input = OutputLocation(path)
    if let identity, identity == input.identity {
      throw PublishingError.cannotCreate("\(self.path) is also the input; choose a different output path")
    }
    guard Set(folderKeys).isDisjoint(with: input.keys) else {
      throw PublishingError.cannotCreate("\(self.path) lies inside the input \(path); choose a different output path")
    }
  }

  /// Whether a folder has the manifest of a bundle, of whatever version.
  private static func isBundle(_ folder: String) -> Bool {
    guard FileKind(at: folder + "/" + BundleManifest.fileName) == .file else { return false }
    do {
      try BundleManifest.identify(bundle: URL(fileURLWithPath: folder, isDirectory: true))
      return true
    } catch {
      if case BundleError.unknownVersion = error { return true }
      return false
    }
  }

  /// Whether a folder looks like one of releases.
  static func isReleases(_ folder: String) -> Bool {
    FileKind(at: folder + "/current", followsLinks: false) == .link
      && FileKind(at: folder + "/releases", followsLinks: false) == .folder
  }

  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let trimmed = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? "/"
    let parent = Folder.parent(of: trimmed)
    guard parent != trimmed, parent != "." else { return trimmed }
    let name = trimmed[trimmed.index(after: trimmed.lastIndex(of: "/") ?? trimmed.startIndex)...]
    let folder = resolved(parent)
    switch name {
    case "", ".": return folder
    case "..": return Folder.parent(of: folder)
    default: return (folder == "/" ? "" : folder) + "/" + name
    }
  }
}
