/// The containers of tiles, by their names in configurations and manifests.
///
/// A container is a case here, its reader in `open`, and its writer in `makeWriter`.
package enum TileContainer: String, Sendable, CaseIterable {
  /// PMTiles archives.
  case pmtiles
  /// MBTiles databases.
  case mbtiles
  /// A folder of files {z}/{x}/{y}.
  case directory

  /// The containers that are files.
  package static let files = [TileContainer.pmtiles, .mbtiles]

  /// The container of files with a name's extension, in any case; nil for other names.
  package init?(ofFile name: String) {
    let name = name.lowercased()
    guard let container = Self.files.first(where: { name.hasSuffix($0.ending) }) else { return nil }
    self = container
  }

  /// The container of a file by its first 16 bytes; nil if they are those of no container.
  package init?(startingWith bytes: [UInt8]) {
    if bytes.starts(with: PMTilesHeader.magic) {
      self = .pmtiles
    } else if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .mbtiles
    } else {
      return nil
    }
  }

  /// Whether tiles are files in a folder.
  package var isFolder: Bool { self == .directory }

  /// The extension of a file of tiles with its dot; none for a folder.
  package var ending: String { isFolder ? "" : "." + rawValue }

  /// One of them in a sentence, with its article.
  package var words: String {
    switch self {
    case .pmtiles: "a PMTiles archive"
    case .mbtiles: "an MBTiles file"
    case .directory: "a folder of tiles"
    }
  }

  /// The type of its files for HTTP.
  package var mediaType: String { self == .mbtiles ? "application/vnd.sqlite3" : "application/octet-stream" }

  /// Whether the reader for pages, `overlay-bundle.js`, reads it.
  package var isReadByPages: Bool { self != .mbtiles }

  /// Whether vector tiles in it are always gzipped.
  package var requiresGzip: Bool { self == .mbtiles }

  /// Whether its tiles decide, if nothing else does, whether they are gzipped.
  package var choosesCompression: Bool { self == .pmtiles }

  /// The endings of files that a program keeps beside an open one, and applies to a new one at its path.
  package var companions: [String] { self == .mbtiles ? SQLiteFile.companions : [] }

  /// Opens a file of the container, whose tiles have at most a number of bytes; for a folder, the one at the file's path.
  ///
  /// - Throws: `ArchiveError`.
  package func open(
    _ file: InputFile, tileLimit: Int = TileArchives.mostTileBytes
  ) throws -> any TileArchiveReader {
    switch self {
    case .pmtiles: try PMTilesReader(file)
    // SQLite opens a file once more, by its path.
    case .mbtiles: try MBTilesReader(path: file.path, tileLimit: tileLimit)
    case .directory: try DirectoryReader(path: file.path)
    }
  }

  /// Throws unless the file at a path is such an archive and nothing else, judged by more than its first bytes, before it is
  /// replaced.
  ///
  /// - Throws: `ArchiveError`: `malformed` with the reason if it is none.
  package func check(_ path: String) throws {
    switch self {
    case .pmtiles: try PMTilesReader.check(path)
    case .mbtiles: try MBTilesReader.check(path)
    case .directory: return
    }
  }
}
