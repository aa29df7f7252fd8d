import OvertileCore
import OvertileTileArchive

extension BundleError {
  /// The error of a path without a manifest, with what is there instead and what to name.
  package static func missing(_ path: String) -> BundleError {
    .notABundle(path, reason: reason(path))
  }

  /// Whether a path is a folder of releases, as `publish: versioned` makes it.
  package static func isReleases(_ path: String) -> Bool { !isBundle(path) && isBundle(path + "/" + currentRelease) }

  /// Whether a path is a file that is named like a pipeline.
  package static func isPipeline(_ path: String) -> Bool {
    FileKind(at: path) == .file && [".yaml", ".yml"].contains(where: path.hasSuffix)
  }

  /// The beginning of the reason for a path with nothing there.
  static let nothingThere = "no such file or folder"

  /// The beginning of the reason for a path with something other than a folder of files there.
  static let somethingElse = "it is"

  private static let currentRelease = "current"
  /// The names in a folder that are looked at.
  private static let mostNames = 10_000

  private static func reason(_ path: String) -> String {
    switch FileKind(at: path) {
    case nil: return nothingThere
    case .folder where isReleases(path):
      return "\(somethingElse) a folder of releases; use the current release, \(inside(path, currentRelease))"
    case .folder: return noManifest + (bundle(in: path).map { "; use a bundle inside it: \($0)" } ?? "")
    case .file where isPipeline(path):
      return
        "\(somethingElse) a pipeline; run `overtile build` to build its bundle, or `overtile preview` to view it"
    case .file:
      let kind = (try? TileArchives.isArchive(path)) == true ? "an archive" : "a regular file"
      return "\(somethingElse) \(kind), not the folder of a bundle"
    case .some(let kind): return "\(somethingElse) \(kind.words), not the folder of a bundle"
    }
  }

  private static func isBundle(_ path: String) -> Bool { Folder.hasFile(inside(path, BundleManifest.fileName)) }

  /// The first bundle in a folder by name; nil if there is none.
  private static func bundle(in folder: String) -> String? {
    let names = ((try? Folder.names(folder)) ?? []).filter { !$0.hasPrefix(".") }.prefix(mostNames).sorted()
    return names.lazy.map { inside(folder, $0) }.compactMap { path in
      isBundle(path) ? path : isReleases(path) ? inside(path, currentRelease) : nil
    }.first
  }

  private static func inside(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
