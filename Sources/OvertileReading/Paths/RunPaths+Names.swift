import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertilePublishing

extension RunPaths {
  /// The longest name of a file on common file systems, in bytes.
  private static let longestName = 255

  /// Throws if the name of a layer, a source or the output makes a file name that is not possible.
  func rejectLongNames() throws {
    for writtenPath in written {
      for path in writtenPath.paths {
        let name = path.split(separator: "/").last ?? ""
        guard name.utf8.count > Self.longestName else { continue }
        throw conflict(
          writtenPath, "\(writtenPath.what) would have a file name of \(name.utf8.count) bytes, more than 255")
      }
    }
    for layer in configuration.layers {
      guard case .cluster(let options) = layer.kind, options.members != .none else { continue }
      let count = BundleFileName.members(of: layer.name.value).utf8.count
      guard count > Self.longestName else { continue }
      let reason = "the file name of its members has \(count) bytes, more than 255. Choose a shorter name"
      throw PipelineError.configuration(
        "\(configuration.error(at: layer.name.position, keyPath: "layers.\(layer.name.value)", reason))")
    }
  }

  /// Throws if anything but a lock or a staging folder would have such a name, or be inside one.
  func rejectReservedNames() throws {
    for writtenPath in written where !writtenPath.isCompanion {
      for path in writtenPath.paths {
        guard let name = OutputLocation(path).reservedName else { continue }
        throw conflict(
          writtenPath,
          "\(writtenPath.what), \(path): \(name) is reserved for locks and staging folders, which runs remove")
      }
    }
  }

  /// Throws if a quarantine is a folder, or would be in a bundle or among releases.
  func rejectQuarantinesInBundles() throws {
    for writtenPath in written where writtenPath.isNamed {
      guard let path = writtenPath.paths.first else { continue }
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw conflict(writtenPath, "\(writtenPath.what), \(path), is a folder, not a file")
      }
      if let bundle = OutputLocation(path).enclosingBundle {
        throw conflict(
          writtenPath, "\(writtenPath.what), \(path), lies inside \(bundle), a bundle or a folder of releases")
      }
    }
  }
}
