import OvertileTileArchive

/// The distinct tiles of an archive that is being written, in the order of their first occurrence.
///
/// They are stored in an unnamed file beside the archive. Memory: about 36 bytes each. One thread uses it, and no closure
/// comes back to it, so its variables are used without checks of exclusive access, which cost as much as a small tile.
final class TileContents {
  private let path: String
  private let file: StagedFile
  @exclusivity(unchecked)
  private var data: BufferedOutput
  @exclusivity(unchecked)
  private var index = BlobIndex()

  /// Starts without tiles, for an archive at a path.
  init(path: String) throws {
    self.path = path
    file = try StagedFile.beside(path)
    file.discard()
    data = BufferedOutput(descriptor: file.descriptor, path: path)
  }

  /// The number of distinct tiles.
  var count: Int { index.count }
  /// The bytes of all of them.
  var bytes: Int { data.count }
  /// The file, which contains all of them after `flush`.
  var descriptor: Int32 { file.descriptor }
  /// Their locations in the file.
  var places: [BlobIndex.Location] { index.places }

  /// Returns the location of a tile. A new tile is stored first. Expected O(bytes).
  func store(_ bytes: UnsafeRawBufferPointer) throws -> BlobIndex.Location {
    let checksum = BlobIndex.checksum(bytes)
    let known = try index.find(checksum, length: bytes.count) { try data.holds(bytes, at: Int($0.offset)) }
    if let known { return known }
    guard let length = UInt32(exactly: bytes.count) else {
      throw ArchiveError(.malformed, path: path, "a tile has 4 GiB or more")
    }
    let location = BlobIndex.Location(offset: UInt64(data.count), length: length)
    try data.append(bytes)
    index.add(checksum, location)
    return location
  }

  /// Writes the buffer to the file.
  func flush() throws { try data.flush() }
}

/// The distinct tiles of an archive to which all tiles were appended. Several threads may read them.
package struct StoredTiles: Sendable {
  private let descriptor: Int32
  private let path: String
  private let places: [BlobIndex.Location]

  init(_ contents: TileContents, path: String) {
    (descriptor, places) = (contents.descriptor, contents.places)
    self.path = path
  }

  /// The number of distinct tiles.
  package var count: Int { places.count }

  /// The size of a tile in bytes.
  package func size(_ index: Int) -> Int { Int(places[index].length) }

  /// The bytes of a tile, by its index in the order of first occurrence. Call it before the archive is finished.
  package func bytes(_ index: Int) throws -> [UInt8] {
    try UnixFile.read(descriptor, path: path, offset: Int(places[index].offset), count: size(index))
  }
}
