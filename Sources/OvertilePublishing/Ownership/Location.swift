import Foundation
import OvertilePlatform

/// Where a path leads, so that two spellings of one place are told to be one.
///
/// What exists is compared by device and number. What does not is compared by the nearest folder that does, links followed,
/// and the names below it.
package struct Location: Sendable {
  /// The path as it was given.
  package let path: String
  /// The path with every link followed, as far as something is there.
  package let resolved: String
  /// What stands there, links followed; nil when that is nothing.
  package let identity: FileIdentity?
  private let folders: [String]

  /// Looks at a path; a relative one starts at the working folder.
  package init(_ path: String) {
    self.path = path
    resolved = Self.resolved(path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    identity = FileIdentity(following: path)
    var folders: [String] = []
    var folder = resolved
    while FileSystem.parent(of: folder) != folder {
      folder = FileSystem.parent(of: folder)
      folders.append(folder)
    }
    self.folders = folders
  }

  /// The places by which it can be found: itself.
  package var keys: [Key] { [.path(resolved)] + (identity.map { [.identity($0)] } ?? []) }

  /// The places by which folders above it can be found.
  package var folderKeys: [Key] {
    folders.flatMap { [Key.path($0)] + (FileIdentity(following: $0).map { [.identity($0)] } ?? []) }
  }

  /// One way in which a place is told from others.
  package enum Key: Hashable, Sendable {
    case path(String)
    case identity(FileIdentity)
  }

  /// The bundle or folder of releases that the path lies in; nil when there is none.
  package var enclosingBundle: String? {
    folders.first { folder in
      ManifestFile.stands(in: folder) || Self.isReleases(folder)
    }
  }

  /// Whether a folder looks like one of releases.
  static func isReleases(_ folder: String) -> Bool {
    (try? FileSystem.entry(at: folder + "/current")) == .link
      && (try? FileSystem.entry(at: folder + "/releases")) == .folder
  }

  /// The name on the way to the path, or its own, that only locks and staging folders of runs have; nil when there is none.
  package var reservedName: String? {
    resolved.split(separator: "/").first { Companions.isReserved($0) }.map(String.init)
  }

  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let parent = FileSystem.parent(of: trimmed)
    guard parent != trimmed, parent != "." else { return trimmed }
    let name = trimmed[trimmed.index(after: trimmed.lastIndex(of: "/") ?? trimmed.startIndex)...]
    let folder = resolved(parent)
    switch name {
    case "", ".": return folder
    case "..": return FileSystem.parent(of: folder)
    default: return (folder == "/" ? "" : folder) + "/" + name
    }
  }
}
