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
  /// The names beside a missing path that are compared with it.
  private static let mostNames = 10_000
  /// The bundles in a folder that are named.
  private static let mostBundles = 3

  private static func reason(_ path: String) -> String {
    switch FileKind(at: path) {
    case nil: return nothingThere + suggestion(path)
    case .folder where isReleases(path):
      return "\(somethingElse) a folder of releases; use the current release, \(inside(path, currentRelease))"
    case .folder: return noManifest + bundle(around: path) + bundles(in: path)
    case .file where isPipeline(path):
      return
        "\(somethingElse) a pipeline; run `overtile build` to build its bundle, or `overtile preview` to view it"
    case .file:
      let kind = (try? TileArchives.isArchive(path)) == true ? "an archive" : "a regular file"
      return "\(somethingElse) \(kind), not the folder of a bundle" + bundle(around: path)
    case .some(let kind): return "\(somethingElse) \(kind.words), not the folder of a bundle"
    }
  }

  private static func isBundle(_ path: String) -> Bool { Folder.hasFile(inside(path, BundleManifest.fileName)) }

  /// The bundle that a path lies in, as the end of a sentence; empty if it lies in none.
  private static func bundle(around path: String) -> String {
    let above = sequence(first: Folder.parent(of: path)) { Folder.parent(of: $0) }.prefix(4)
    return above.first(where: isBundle).map { "; use the bundle that contains it, \($0)" } ?? ""
  }

  /// The bundles in a folder, as the end of a sentence; empty if there are none.
  private static func bundles(in folder: String) -> String {
    let found = names(in: folder).lazy.map { inside(folder, $0) }.compactMap { path in
      isBundle(path) ? path : isReleases(path) ? inside(path, currentRelease) : nil
    }.prefix(mostBundles + 1)
    guard !found.isEmpty else { return "" }
    let more = found.count > mostBundles ? " or another one" : ""
    return "; use a bundle inside it: \(found.prefix(mostBundles).joined(separator: ", "))\(more)"
  }

  /// The bundle beside a missing path whose name is nearly the same, as the end of a sentence.
  private static func suggestion(_ path: String) -> String {
    let folder = Folder.parent(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let bundles = names(in: folder).filter { isBundle(inside(folder, $0)) || isReleases(inside(folder, $0)) }
    guard let meant = NearestName.nearest(to: name, among: bundles) else { return "" }
    return ", did you mean \"\(path.contains("/") ? inside(folder, meant) : meant)\"?"
  }

  private static func names(in folder: String) -> [String] {
    ((try? Folder.names(folder)) ?? []).filter { !$0.hasPrefix(".") }.prefix(mostNames).sorted()
  }

  private static func inside(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
