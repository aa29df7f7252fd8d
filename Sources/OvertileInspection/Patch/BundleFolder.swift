import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePipeline
import OvertilePublishing

/// A bundle on the disk with its manifest, whose digest names the whole: it states the digests of all other files.
struct BundleFolder {
  /// The folder.
  let url: URL
  /// The manifest's bytes.
  let manifestBytes: Data
  /// The SHA-256 of the manifest's bytes.
  let digest: String
  /// The manifest.
  let manifest: BundleManifest

  /// Runs a body that reads bundles; again, while one of them is replaced meanwhile.
  ///
  /// - Parameter publishes: whether the body replaces a bundle itself, and asks `rejectReplaced` just before.
  /// - Throws: the errors of the body; `BundleError.replaced` if a bundle is replaced again and again.
  static func reading<R>(
    _ bundles: [URL], publishes: Bool = false, _ body: (StableFolder) throws -> R
  ) throws -> R {
    try StableFolder.read(
      bundles.map { $0.appendingPathComponent(BundleManifest.fileName).path },
      isFinal: { if case PipelineError.cancelled = $0 { true } else { false } }, isChecked: publishes,
      givenUp: { replaced($0) }, body)
  }

  /// Throws if a bundle that is being read was replaced, so that nothing incomplete is published.
  static func rejectReplaced(_ folders: StableFolder) throws {
    if let path = folders.replaced { throw replaced(path) }
  }

  private static func replaced(_ manifest: String) -> BundleError { .replaced(FileSystem.parent(of: manifest)) }

  /// Reads the manifest of a bundle.
  ///
  /// - Throws: `BundleError` if there is no bundle, or its manifest is invalid; `InspectionError`, `RegularFileError`.
  init(_ url: URL) throws {
    let path = url.appendingPathComponent(BundleManifest.fileName).path
    guard FileKind(at: path, followsLinks: false) != nil else {
      throw BundleError.missing(url.relativePath)
    }
    guard ListedFiles.link(in: url.path, to: BundleManifest.fileName) == nil else {
      throw InspectionError("\(path) is a symbolic link; bundles must not contain symbolic links")
    }
    manifestBytes = try RegularFile.contents(of: path, followsLinks: false, limit: BundleSizes.manifest)
    manifest = try BundleManifest(manifestBytes, bundle: url.path)
    self.url = url
    digest = SHA256.text(of: manifestBytes)
    if let stated = manifest.digest {
      // Bytes that differ from those of its content are in no digest.
      guard try stated == manifest.contentDigest(), try manifestBytes == manifest.encoded() else {
        throw InspectionError("\(path) does not match its digest; it was edited or copied incompletely")
      }
    }
    try Self.check(manifest, in: path)
  }

  /// Throws if a manifest lists itself or a file without a digest, or if a path lies within another.
  static func check(_ manifest: BundleManifest, in owner: String) throws {
    let all = Set(manifest.files.map(\.path) + [BundleManifest.fileName])
    for file in manifest.files {
      let parts = file.path.split(separator: "/")
      let folders = (1..<parts.count).map { parts.prefix($0).joined(separator: "/") }
      guard file.path != BundleManifest.fileName, all.isDisjoint(with: folders), SHA256.isText(file.sha256) else {
        throw InspectionError("\(owner): the entry for \(file.path) has another file's path or an invalid digest")
      }
    }
  }

  /// The path of a file of the bundle.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The files as the manifest lists them; links do not count.
  var listed: ListedFiles { ListedFiles(url.path, manifest) }
}
