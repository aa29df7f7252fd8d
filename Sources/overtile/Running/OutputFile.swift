import Foundation
import OvertilePublishing
import OvertileTileArchive

/// An output file that the user has named.
enum OutputFile {
  /// Throws if a file is at a path that must not be replaced by what is made from a source.
  static func rejectForeign(_ path: String, reading source: String) throws {
    try OwnFile.rejectForeign(path, .anyFile)
    let location = OutputLocation(path)
    if let identity = location.identity, identity == OutputLocation(source).identity {
      throw ArchiveError(.cannotCreate, path: path, "it is also the input; choose a different output")
    }
    try location.rejectReserved()
  }
}
