import COvertileSystem
import OvertileCore
import OvertileTileArchive

/// The distinct tiles of an archive that is being written, in the order of their first occurrence.
///
/// They are stored in an unnamed file beside the archive. Memory: about 24 bytes each. One thread uses it, and no closure
/// comes back to it, so its variables are used without checks of exclusive access, which cost as much as a small tile.
final class TileContents {
  private let path: String
  /// The file, which contains all of them after `flush`.
  let descriptor: Int32
  @exclusivity(unchecked)
  private var data: BufferedOutput
  @exclusivity(unchecked)
  private var index = BlobIndex()

  /// Starts without tiles, for an archive at a path.
  init(path: String) throws {
    self.path = path
    descriptor = overtile_open_unnamed(path)
    guard descriptor >= 0 else {
      throw ArchiveError.system(.cannotCreate, path: path, "cannot create a temporary file in the same folder")
    }
    data = BufferedOutput(descriptor: descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// The number of distinct tiles.
  var count: Int { index.count }
  /// The bytes of all of them.
  var bytes: Int { data.count }
  /// Their locations in the file.
  var ends: BlobEnds { index.ends }

  /// Returns the number of a tile in the order of first occurrence. A new tile is stored first. Expected O(bytes).
  func store(_ bytes: UnsafeRawBufferPointer) throws -> UInt32 {
    let checksum = BlobIndex.checksum(bytes)
    let known = try index.find(checksum, length: bytes.count) { try data.holds(bytes, at: $0.lowerBound) }
    if let known { return UInt32(truncatingIfNeeded: known) }
    guard UInt32(exactly: bytes.count) != nil else {
      throw ArchiveError(.malformed, path: path, "a tile must be smaller than 4 GiB")
    }
    guard let number = UInt32(exactly: count), number < .max else {
      throw ArchiveError(.malformed, path: path, "an archive must have fewer than 4,294,967,295 distinct tiles")
    }
    try data.append(bytes)
    index.add(checksum, length: bytes.count)
    return number
  }

  /// Writes the buffer to the file.
  func flush() throws { try data.flush() }
}

/// The distinct tiles of an archive to which all tiles were appended. Several threads may read them.
package struct StoredTiles: Sendable {
  private let descriptor: Int32
  private let path: String
  private let ends: BlobEnds

  init(_ contents: TileContents, path: String) {
    (descriptor, ends) = (contents.descriptor, contents.ends)
    self.path = path
  }

  /// The number of distinct tiles.
  package var count: Int { ends.count }

  /// The size of a tile in bytes.
  package func size(_ index: Int) -> Int { ends[index].count }

  /// The bytes of a tile, by its index in the order of first occurrence. Call it before the archive is finished.
  package func bytes(_ index: Int) throws -> [UInt8] {
    try UnixFile.read(descriptor, path: path, offset: ends[index].lowerBound, count: size(index))
  }
}
