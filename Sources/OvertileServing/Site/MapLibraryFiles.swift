import Foundation
import OvertileCore
import OvertileTileArchive

/// MapLibre GL JS from this machine, for a preview without a network.
package struct MapLibraryFiles: Sendable {
  /// The name of the script and that of its style sheet.
  package static let names = ["maplibre-gl.js", "maplibre-gl.css"]
  private static let mostBytes = 16 << 20

  /// The content of each file by its name, below the page's address.
  package let files: [String: [UInt8]]

  /// Reads `maplibre-gl.js` and `maplibre-gl.css` from a folder, or from that of the script.
  ///
  /// - Throws: `ArchiveError` if one of them is missing, no regular file, or longer than 16 MiB.
  package init(path: String) throws(ArchiveError) {
    let folder = path.hasSuffix(".js") ? URL(fileURLWithPath: path).deletingLastPathComponent().path : path
    var files: [String: [UInt8]] = [:]
    for name in Self.names {
      do {
        files["lib/" + name] = Array(try RegularFile.contents(of: folder + "/" + name, limit: Self.mostBytes))
      } catch {
        throw ArchiveError(error)
      }
    }
    self.files = files
  }
}
