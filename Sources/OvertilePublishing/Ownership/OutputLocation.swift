import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The file that a path leads to, so that two spellings of one path are recognized as one.
///
/// Existing entries are compared by device and number, missing ones by their paths with every link followed.
package struct OutputLocation: Sendable {
  /// The path as written.
  package let path: String
  /// The keys of the entry, and then of the folders around it, the nearest first.
  package let keys: [Key]
  /// The paths of these, with every link followed as far as they exist.
  private let paths: [String]

  /// A key that identifies an entry.
  package enum Key: Hashable, Sendable {
    case entry(FileIdentity)
    case missing(String)
  }

  /// Examines a path; a relative path starts at the working folder.
  package init(_ path: String) {
    self.path = path
    let resolved = Self.resolved(path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    paths = sequence(first: resolved) { $0 == "/" ? nil : Folder.parent(of: $0) }.map(\.self)
    keys = paths.map { path in FileIdentity(following: path).map { .entry($0) } ?? .missing(path) }
  }

  /// Whether it is the root of the file system.
  package var isRoot: Bool { paths == ["/"] }

  /// That the path lies in a bundle or a folder of releases, in words; nil if it does not.
  package var enclosed: String? {
    paths.dropFirst().first { Self.isBundle($0) || Self.isReleases($0) }
      .map { "lies inside \($0), which is a bundle or a folder of releases" }
  }

  /// That a name on the path, its own or a parent's, is reserved for locks and staging folders of runs, in words; nil if
  /// none is.
  package var reserved: String? {
    paths[0].split(separator: "/").first { Companions.isReserved($0) }
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
    let input = OutputLocation(path).keys[0]
    guard case .entry = input, keys.contains(input) else { return }
    throw PublishingError.cannotCreate(
      "\(self.path) is the input \(path) or lies inside it; choose a different output path")
  }

  private static func isBundle(_ folder: String) -> Bool {
    Folder.hasFile(folder + "/" + BundleManifest.fileName)
      && (try? BundleManifest.identify(bundle: URL(fileURLWithPath: folder, isDirectory: true))) != nil
  }

  private static func isReleases(_ folder: String) -> Bool {
    FileKind(at: folder + "/current", followsLinks: false) == .link
      && FileKind(at: folder + "/releases", followsLinks: false) == .folder
  }

  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parent = Folder.parent(of: path)
    guard parent != path else { return path }
    let folder = resolved(parent)
    switch (path as NSString).lastPathComponent {
    case ".": return folder
    case "..": return Folder.parent(of: folder)
    case let name: return (folder == "/" ? "" : folder) + "/" + name
    }
  }
}
