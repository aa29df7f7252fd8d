/// The containers of tiles, by their names in configurations and manifests.
///
/// A container is a case here, its `Traits`, its reader, and its writer in `TileContainer.makeWriter`. Everything else
/// asks the traits.
package enum TileContainer: String, Sendable, CaseIterable {
  /// PMTiles archives.
  case pmtiles
  /// MBTiles databases.
  case mbtiles
  /// A folder of files {z}/{x}/{y}.
  case directory

  /// What tells the container apart.
  package var traits: Traits {
    switch self {
    case .pmtiles: .pmtiles
    case .mbtiles: .mbtiles
    case .directory: .directory
    }
  }

  /// Whether tiles are files in a folder.
  package var isFolder: Bool { traits.file == nil }

  /// The extension of a file of tiles with its dot; none for a folder.
  package var ending: String { isFolder ? "" : "." + rawValue }

  /// The container of files with a name's extension, in any case; nil for other names.
  package init?(ofFile name: String) {
    let name = name.lowercased()
    guard let container = Self.files.first(where: { name.hasSuffix($0.ending) }) else { return nil }
    self = container
  }

  /// The container of a file by its first 16 bytes; nil if they are those of no container.
  package init?(startingWith bytes: [UInt8]) {
    guard let container = Self.files.first(where: { bytes.starts(with: $0.traits.file?.signature ?? []) }) else {
      return nil
    }
    self = container
  }

  /// The containers that are files.
  package static var files: [TileContainer] { allCases.filter { !$0.isFolder } }
}

extension TileContainer {
  /// What tells a container apart, besides its reader and its writer.
  package struct Traits: Sendable {
    /// The name in a list of containers.
    package var title: String
    /// The compressions that tiles may have.
    package var compression = CompressionRule.plainByDefault
    /// Whether the reader for pages, `overlay-bundle.js`, reads it.
    package var isReadByPages = false
    /// What tells a file apart; nil if tiles are files in a folder.
    package var file: FileTraits?
  }

  /// What tells the files of a container apart.
  package struct FileTraits: Sendable {
    /// One of them in a sentence, with its article.
    package var words: String
    /// The first bytes, at most 16.
    package var signature: [UInt8]
    /// The type for HTTP.
    package var mediaType = "application/octet-stream"
    /// The endings of files that a program keeps beside an open one, and applies to a new one at its path.
    package var companions: [String] = []
    /// Opens a file whose tiles have at most a number of bytes.
    package var open: @Sendable (InputFile, _ tileLimit: Int) throws -> any TileArchiveReader
    /// Throws `ArchiveError.malformed` unless the file at a path is such an archive and nothing else, judged by more than
    /// its first bytes, before it is replaced.
    package var check: @Sendable (String) throws -> Void
  }

  /// The compressions that the tiles of a container may have.
  package enum CompressionRule: Sendable {
    /// Gzip only.
    case gzipOnly
    /// None, or gzip on request.
    case plainByDefault
    /// Either; by default the one that makes the archive smaller, which only `PMTilesWriter` can choose at the end.
    case smaller
  }
}
