import Foundation
import OvertileBundleFormat
import OvertileCore

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

  /// Reads the manifest of a bundle, and checks by size whether its files are there. O(files).
  ///
  /// - Throws: `BundleError` if there is no bundle, or its manifest is invalid; `InspectionError` if it was edited, or its files
  ///   are not distinct; `ListedFileError`.
  init(_ url: URL) throws {
    try ListedFiles.rejectLink(in: url.path, to: BundleManifest.fileName)
    self.url = url
    manifestBytes = try BundleManifest.text(in: url)
    manifest = try BundleManifest(manifestBytes, bundle: url.path)
    digest = SHA256.text(of: manifestBytes)
    // Bytes that differ from those of its content are in no digest.
    guard
      try manifest.digest == nil || manifest.digest == manifest.contentDigest() && manifestBytes == manifest.encoded()
    else {
      throw InspectionError(
        "\(path(BundleManifest.fileName)) does not match its digest; it was edited or copied incompletely")
    }
    try Self.check(manifest, in: path(BundleManifest.fileName))
    try listed.check()
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
