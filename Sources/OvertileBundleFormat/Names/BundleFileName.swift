import Foundation

/// The names of the files of a bundle. A reader finds files by the manifest, not by these.
package enum BundleFileName {
  /// The manifest.
  package static let manifest = "bundle.json"

  /// The tiles of all zooms, without an extension: the name of a folder, and the beginning of that of an archive.
  package static let allZooms = "tiles"

  /// The tiles of one zoom, without an extension: `z` and two digits.
  package static func zoom(_ zoom: Int) -> String { "z" + (zoom < 10 ? "0\(zoom)" : "\(zoom)") }

  /// The tiles of one layer, without an extension, with the layer's name in its `plain` form.
  package static func tiles(of layer: String) -> String { allZooms + "." + plain(layer) }

  /// The most bytes of a file's name on common file systems.
  package static let longest = 255

  /// The members of a layer's clusters, with the layer's name in its `plain` form.
  package static func members(of layer: String) -> String { "members." + plain(layer) + ".bin" }

  /// A name as a part of a file's name: everything but letters, digits, "-" and "_" percent-encoded.
  package static func plain(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }
}
