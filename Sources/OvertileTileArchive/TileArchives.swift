/// Opens tile archives by what they hold, whatever their names.
package enum TileArchives {
  /// The bytes of the largest tile without its compression that is written, and that is read where no other limit is given.
  package static let mostTileBytes = 64 << 20

  /// A reader for a PMTiles archive, an MBTiles file or a folder of tiles.
  ///
  /// Files are told by their first bytes: "PMTiles" and "SQLite format 3". O(1) apart from the reader's own opening.
  ///
  /// - Throws: `ArchiveError`: `cannotOpen` for what is missing or must not be read, `malformed` for what is none of
  ///   these.
  package static func open(path: String) throws -> any TileArchiveReader {
    if Folder.exists(path) { return try DirectoryReader(path: path) }
    let file = try InputFile(path: path)
    let start = try file.bytes(0..<min(file.size, 16))
    if start.starts(with: PMTilesHeader.magic) { return try PMTilesReader(path: path) }
    if start == Array("SQLite format 3\0".utf8) { return try MBTilesReader(path: path) }
    throw ArchiveError(.malformed, path: path, reason(start))
  }

  /// Why a file with such a beginning is not read.
  private static func reason(_ start: [UInt8]) -> String {
    if start.isEmpty { return "the file is empty" }
    // Versions 1 and 2 begin with "PM" and the version in 16 bits.
    if start.starts(with: [0x50, 0x4D, 1, 0]) || start.starts(with: [0x50, 0x4D, 2, 0]) {
      return "PMTiles version \(start[2]), not 3; `pmtiles convert` converts it"
    }
    return "neither PMTiles nor MBTiles nor a folder of tiles"
  }
}
