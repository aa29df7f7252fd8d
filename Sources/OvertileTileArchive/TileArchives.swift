/// Opens tile archives by their content, independent of their names.
package enum TileArchives {
  /// The most bytes of a tile without its compression: the limit of writers and readers, and the default limit of apps.
  package static let mostTileBytes = 64 << 20

  /// Returns a reader for a file or folder of any `TileContainer`.
  ///
  /// Recognizes files by their first bytes. O(1) apart from the reader's own opening.
  ///
  /// - Throws: `ArchiveError`: `cannotOpen` if the path is missing or must not be read, `malformed` if it is none of
  /// these.
  package static func open(path: String) throws -> any TileArchiveReader {
    if Folder.exists(path) { return try DirectoryReader(path: path) }
    return try open(try InputFile(path: path))
  }

  /// Returns a reader for an open file.
  ///
  /// - Throws: `ArchiveError` as `open(path:)`.
  package static func open(_ file: InputFile) throws -> any TileArchiveReader {
    let start = try file.bytes(within: 0..<16)
    guard let container = TileContainer(startingWith: start) else {
      let reason = start.isEmpty ? "the file is empty" : "expected PMTiles, MBTiles or a folder of tiles"
      throw ArchiveError(.malformed, path: file.path, reason)
    }
    return try container.open(file)
  }

  /// Whether a regular file begins like an archive.
  ///
  /// - Throws: `ArchiveError` if it cannot be read.
  package static func isArchive(_ path: String) throws -> Bool {
    TileContainer(startingWith: try InputFile(path: path).bytes(within: 0..<16)) != nil
  }

  /// Returns one reader for archives in a folder that hold different layers of the same tiles; for one archive its own.
  ///
  /// - Precondition: There is an archive.
  package static func joined(_ readers: [any TileArchiveReader], in folder: String) -> any TileArchiveReader {
    readers.count == 1 ? readers[0] : JoinedReader(path: folder, readers)
  }
}
