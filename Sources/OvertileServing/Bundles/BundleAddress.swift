import Foundation
import OvertileBundleFormat

/// The name of a bundle on a site, and its path: `PATH` or `NAME=PATH`.
package struct BundleAddress: Sendable, Hashable {
  /// The first segment of the addresses of the bundle.
  package var name: String
  /// The folder of the bundle, or a link to it.
  package var path: String

  /// Names that addresses of the site itself begin with.
  package static let reservedNames = ["health", "metrics", "preview"]

  /// Creates an address.
  package init(name: String, path: String) { (self.name, self.path) = (name, path) }

  /// Reads an argument. A folder of releases (`publish: versioned`) means its `current`.
  ///
  /// The name is that of the folder, and for `PATH/current` that of `PATH`. An argument that is itself a path is one, even
  /// with "=" in it.
  package init(argument: String) {
    if let equals = argument.firstIndex(of: "="), !FileManager.default.fileExists(atPath: argument) {
      self.init(
        name: String(argument[..<equals]), path: Self.released(String(argument[argument.index(after: equals)...])))
    } else {
      self.init(name: Self.name(of: argument), path: Self.released(argument))
    }
  }

  /// `current` in a folder of releases; any other path itself.
  private static func released(_ path: String) -> String {
    let files = FileManager.default
    let current = path + (path.hasSuffix("/") ? "" : "/") + "current"
    guard !files.fileExists(atPath: path + "/" + BundleManifest.fileName), files.fileExists(atPath: current) else {
      return path
    }
    return current
  }

  private static func name(of path: String) -> String {
    let parts = URL(fileURLWithPath: path).standardized.pathComponents.filter { $0 != "/" }
    return parts.last { $0 != "current" } ?? parts.last ?? ""
  }

  /// Checks the names of several bundles.
  ///
  /// - Throws: `NamingError` with the first name that cannot be used.
  package static func check(_ addresses: [BundleAddress]) throws(NamingError) {
    var paths: [String: String] = [:]
    for address in addresses {
      func wrong(_ reason: String) -> NamingError {
        NamingError(
          description: "\(address.path): \(reason); give the bundle a different name with NAME=\(address.path)")
      }
      let name = address.name
      let isPlain = !name.unicodeScalars.contains { $0.value < 0x20 || $0 == "/" || $0 == "\\" || $0.value == 0x7F }
      guard !name.isEmpty, name != ".", name != "..", isPlain else {
        throw wrong("the name \"\(name)\" cannot be part of a URL")
      }
      guard !reservedNames.contains(name) else {
        throw wrong("the server itself uses the path /\(name)")
      }
      if let other = paths.updateValue(address.path, forKey: name) {
        throw wrong("the bundle \(other) also has the name \"\(name)\"")
      }
    }
  }
}

/// A name of a bundle that cannot be used.
package struct NamingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bundle, what is wrong with its name, and what to do.
  package let description: String
}
