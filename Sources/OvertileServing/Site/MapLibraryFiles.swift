import OvertileCore
import OvertileTileArchive

/// MapLibre GL JS from this machine, for a preview without a network.
package struct MapLibraryFiles: Sendable {
  /// The name of the script and that of its style sheet.
  package static let names = ["maplibre-gl.js", "maplibre-gl.css"]
  private static let mostBytes = 16 << 20

  private let files: [String: [UInt8]]

  /// Reads `maplibre-gl.js` and `maplibre-gl.css` from a folder, or from that of the script.
  ///
  /// - Throws: `ArchiveError` if the path is that of another file, or one of them is missing, no regular file, or longer
  ///   than 16 MiB.
  package init(path: String) throws(ArchiveError) {
    let isScript = path.hasSuffix(".js")
    guard isScript || FileKind(at: path) != .file else {
      throw ArchiveError(
        .cannotOpen, path: path,
        "the file is not the MapLibre script; use \(Self.names[0]), or the folder that contains it and \(Self.names[1])"
      )
    }
    let folder = isScript ? Self.folder(of: path) : path
    var files: [String: [UInt8]] = [:]
    for name in Self.names {
      let file = isScript && name == Self.names[0] ? path : folder + "/" + name
      do { files[name] = Array(try RegularFile.contents(of: file, limit: Self.mostBytes)) } catch {
        throw ArchiveError(error)
      }
    }
    self.files = files
  }

  /// The content of a file, or nil.
  package func file(named name: String) -> [UInt8]? { files[name] }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
