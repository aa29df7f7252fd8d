import Foundation
import OvertilePublishing
import OvertileTileArchive

/// An output file that the user has named.
struct OutputFile {
  private let path: String

  // Tiles as GeoJSON, vector tiles, whose first field is a layer, and pages.
  private static let mark = FileMark(
    "output of overtile", beginning: Array("{".utf8), [0x1A], Array("<!doctype html>".utf8))
  private static let infix = ".overtile-"

  /// The file at a path.
  init(_ path: String) { self.path = path }

  /// Throws if a file is there that must not be replaced.
  func rejectForeign(reading source: String) throws {
    try TemporaryFile.Replaceable.regularFile.rejectForeign(path)
    let location = Location(path)
    if let identity = location.identity, identity == Location(source).identity {
      throw ArchiveError(.cannotCreate, path: path, "it is the file that is read; write elsewhere")
    }
    if let name = location.reservedName {
      throw ArchiveError(
        .cannotCreate, path: path,
        "\(name) is reserved for locks and staging folders, which runs remove; write elsewhere")
    }
    if let bundle = location.enclosingBundle {
      throw ArchiveError(.cannotCreate, path: path, "it lies inside the bundle \(bundle); write elsewhere")
    }
  }

  /// A temporary file beside it; those that killed runs left there are removed.
  ///
  /// - Parameter cleanup: registers the file, for another thread that may have to remove it.
  func temporary(_ cleanup: CleanupRegistry) throws -> TemporaryFile {
    let name = (path as NSString).lastPathComponent
    OwnFile.sweep(FileSystem.parent(of: path), Self.mark) { other in
      let number = other.dropFirst(name.count + Self.infix.count)
      return other.hasPrefix(name + Self.infix) && !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
    }
    let number = ProcessInfo.processInfo.processIdentifier
    return try TemporaryFile("\(path)\(Self.infix)\(number)", Self.mark, cleanup: cleanup)
  }
}
