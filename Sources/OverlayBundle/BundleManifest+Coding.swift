import Foundation

extension BundleManifest {
  /// The manifest's text: JSON in UTF-8 with sorted keys, so equal manifests have equal bytes.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(self)
    data.append(0x0A)
    return data
  }

  /// What `digest` is the digest of: the manifest's text as if it had no digest.
  public func digestedBytes() throws -> Data {
    var rest = self
    rest.digest = nil
    return try rest.encoded()
  }

  /// Reads the manifest of the bundle in a folder.
  ///
  /// - Throws: `BundleError.notABundle` when there is none, it does not parse, or its format is another one;
  ///   `BundleError.unknownVersion` when a newer version wrote it.
  public init(bundle folder: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: folder.appendingPathComponent(Self.fileName))
    } catch {
      throw BundleError.notABundle(folder.path, reason: "it has no readable \(Self.fileName)")
    }
    do {
      // First: what else stands in a later version's manifest is not known.
      let kind = try JSONDecoder().decode(Kind.self, from: data)
      guard kind.format == Self.formatName else {
        throw BundleError.notABundle(folder.path, reason: "its format is \"\(kind.format)\"")
      }
      guard kind.formatVersion <= Self.currentFormatVersion else {
        throw BundleError.unknownVersion(folder.path, version: kind.formatVersion)
      }
      self = try JSONDecoder().decode(BundleManifest.self, from: data)
    } catch let error as BundleError {
      throw error
    } catch {
      throw BundleError.notABundle(folder.path, reason: "its \(Self.fileName) is not a manifest")
    }
  }

  /// What every version of the manifest begins with.
  private struct Kind: Decodable {
    var format: String
    var formatVersion: Int
  }
}

/// What is wrong with a bundle that was to be read.
public enum BundleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The folder does not hold a bundle.
  case notABundle(String, reason: String)
  /// The bundle was written by a later version of the format.
  case unknownVersion(String, version: Int)
  /// A file of the bundle is damaged.
  case damaged(String, reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .notABundle(let path, let reason): "\(path) is not a bundle: \(reason)"
    case .unknownVersion(let path, let version):
      "\(path) has format version \(version); this program reads up to \(BundleManifest.currentFormatVersion)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    }
  }
}
