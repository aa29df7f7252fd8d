import Foundation
import OvertilePublishing
import OvertileTileArchive

/// An output file that the user has named.
struct OutputFile {
  private let path: String

  /// The file at a path.
  init(_ path: String) { self.path = path }

  /// Throws if a file is there that must not be replaced.
  func rejectForeign(reading source: String) throws {
    try TemporaryFile.Replaceable.regularFile.rejectForeign(path)
    let location = OutputLocation(path)
    if let identity = location.identity, identity == OutputLocation(source).identity {
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
}
