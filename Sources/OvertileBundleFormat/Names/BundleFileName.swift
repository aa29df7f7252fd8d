import Foundation
import OvertileTileArchive

/// The names of the files of a bundle. A reader finds files by the manifest, not by these.
package enum BundleFileName {
  /// The manifest.
  package static let manifest = "bundle.json"

  /// The tiles of all zooms, without an extension: the name of a folder, and the beginning of that of an archive.
  package static let allZooms = "tiles"

  /// The tiles of one zoom, without an extension: `z` and two digits.
  package static func zoom(_ zoom: Int) -> String { zoomMark + (zoom < 10 ? "0\(zoom)" : "\(zoom)") }

  /// The tiles of one layer, without an extension, with the layer's name in its `plain` form.
  package static func tiles(of layer: String) -> String { layerStart + plain(layer) }

  /// The most bytes of such a name: file systems take 255, with an extension and the ending of an unfinished file.
  package static let longestStem = 220

  /// The members of a layer's clusters, with the layer's name in its `plain` form.
  package static func members(of layer: String) -> String { membersStart + plain(layer) + membersEnding }

  /// A name as a part of a file's name: everything but letters, digits, "-" and "_" percent-encoded.
  package static func plain(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }

  /// Whether a name is that of an archive of tiles.
  package static func isArchive(_ name: Substring) -> Bool {
    guard let ending = TileContainer.files.map(\.ending).first(where: name.hasSuffix) else { return false }
    let stem = name.dropLast(ending.count)
    return isTileFolder(stem) || stem.hasPrefix(zoomMark) && stem.utf8.count == 3 && isNumber(stem.dropFirst())
  }

  /// Whether a name is that of a folder of tiles.
  package static func isTileFolder(_ name: Substring) -> Bool {
    if name == allZooms { return true }
    guard name.hasPrefix(layerStart) else { return false }
    let layer = name.dropFirst(layerStart.count)
    return !layer.isEmpty && plain(layer.removingPercentEncoding ?? "") == layer
  }

  /// Whether a name is that of the members of some layer.
  package static func isMembers(_ name: Substring) -> Bool {
    name.hasPrefix(membersStart) && name.hasSuffix(membersEnding)
  }

  private static let zoomMark = "z"
  private static let layerStart = allZooms + "."
  private static let membersStart = "members."
  private static let membersEnding = ".bin"

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
