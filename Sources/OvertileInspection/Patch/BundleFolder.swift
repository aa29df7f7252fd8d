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
  /// - Throws: `BundleError` if there is no bundle, or its manifest is invalid or was edited; `ListedFileError`.
  init(_ url: URL) throws {
    try ListedFiles.rejectLink(in: url.path, to: BundleManifest.fileName)
    self.url = url
    manifestBytes = try BundleManifest.text(in: url)
    manifest = try BundleManifest(manifestBytes, bundle: url.path)
    try manifest.checkDigest(of: manifestBytes, bundle: url.path)
    digest = SHA256.text(of: manifestBytes)
    try listed.check()
  }

  /// The path of a file of the bundle.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The files as the manifest lists them; links do not count.
  var listed: ListedFiles { ListedFiles(url.path, manifest) }
}
