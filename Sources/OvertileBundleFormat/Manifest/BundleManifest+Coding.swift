import Foundation
import OvertileCore

extension BundleManifest {
  /// Returns the manifest as JSON, encoded in UTF-8. The keys are sorted, so equal manifests have equal bytes.
  public func encoded() throws -> Data {
    Data(try ExactJSON.encode(self, pretty: true) + [0x0A])
  }

  /// Creates a manifest by reading the manifest file of the bundle in the given folder. The file must be a regular file
  /// of at most `BundleSizes.manifest` bytes.
  ///
  /// - Throws: `BundleError.notABundle` if the manifest is missing, cannot be parsed, or has a different format,
  ///   `BundleError.unknownVersion` if the manifest has a later format version, or `BundleError.damaged` if the
  ///   manifest is not valid.
  public init(bundle folder: URL) throws {
    try self.init(try Self.text(in: folder), bundle: folder.path)
  }

  /// Reads the manifest of the bundle in a folder, which must have the digest that it states.
  ///
  /// - Throws: the errors of `init(bundle:)`; `BundleError.damaged` for another digest.
  package init(intact folder: URL) throws {
    let text = try Self.text(in: folder)
    try self.init(text, bundle: folder.path)
    try checkDigest(of: text, bundle: folder.path)
  }

  /// Throws unless a folder holds a bundle of this format, whatever else is wrong with its manifest: such as one that is too
  /// large for readers, breaks a rule, or has a later version. The next run may replace it.
  ///
  /// - Throws: the errors of `init(bundle:)` for something else.
  package static func identify(bundle folder: URL) throws {
    do { try identify(text(in: folder, limit: 1 << 30), bundle: folder.path) } catch BundleError.unknownVersion {}
  }

  /// The text of the manifest of the bundle in a folder. Its errors are those of `init(bundle:)`.
  package static func text(in folder: URL, limit: Int = BundleSizes.manifest) throws -> Data {
    do {
      return try RegularFile.contents(of: folder.appendingPathComponent(fileName).path, limit: limit)
    } catch {
      guard !error.isMissing else { throw BundleError.missing(folder.relativePath) }
      if case .tooLarge = error { throw BundleError.damaged(folder.path, reason: "\(fileName): \(error.reason)") }
      throw BundleError.notABundle(folder.path, reason: "\(BundleError.noManifest): \(error.reason)")
    }
  }

  /// Reads a manifest from its text. `bundle` is the bundle's name in errors, which are those of `init(bundle:)`.
  package init(_ text: Data, bundle: String) throws {
    guard let manifest = try? ExactJSON.decode(BundleManifest.self, from: Array(text)),
      manifest.format == Self.formatName, manifest.formatVersion <= Self.currentFormatVersion
    else {
      // The rest of a later version's manifest is not known, so the two lines that identify it are read separately.
      try Self.identify(text, bundle: bundle)
      throw BundleError.notABundle(bundle, reason: "\(Self.fileName) is not a valid manifest")
    }
    if let fault = manifest.fault { throw BundleError.damaged(bundle, reason: fault) }
    self = manifest
  }

  /// The beginning of every version of the manifest.
  private struct Beginning: Decodable {
    var format: String
    var formatVersion: Int
  }

  /// Throws unless a text begins like the manifest of a bundle whose version is known.
  private static func identify(_ text: Data, bundle: String) throws {
    guard let beginning = try? JSONDecoder().decode(Beginning.self, from: text) else {
      throw BundleError.notABundle(bundle, reason: "\(fileName) is not a valid manifest")
    }
    guard beginning.format == formatName else {
      throw BundleError.notABundle(bundle, reason: "the manifest has the unknown format \"\(beginning.format)\"")
    }
    guard beginning.formatVersion <= currentFormatVersion else {
      throw BundleError.unknownVersion(bundle, version: beginning.formatVersion)
    }
  }
}
