import OvertileTileArchive

/// The different tiles of an archive that is being written, each once, in the order in which they first came.
///
/// They lie in a file without a name beside the archive. Memory: about 36 bytes each.
final class TileContents {
  private let path: String
  private let file: StagedFile
  private var data: BufferedOutput
  private var index = BlobIndex()

  /// Nothing yet, for an archive at a path.
  init(path: String) throws {
    self.path = path
    file = try StagedFile.beside(path)
    file.discard()
    data = BufferedOutput(descriptor: file.descriptor, path: path)
  }

  /// The number of different tiles.
  var count: Int { index.count }
  /// Their bytes.
  var bytes: Int { data.count }
  /// The file, in which all of them stand after `flush`.
  var descriptor: Int32 { file.descriptor }
  /// Where they lie.
  var places: [BlobIndex.Location] { index.places }

  /// Where a tile lies, which is stored unless it is there. Expected O(bytes).
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

  /// Hands all that is buffered to the system.
  func flush() throws { try data.flush() }
}

/// The different tiles of an archive that has all of them, to be read by several threads.
package struct StoredTiles: Sendable {
  private let descriptor: Int32
  private let path: String
  private let places: [BlobIndex.Location]

  init(_ contents: TileContents, path: String) {
    (descriptor, places) = (contents.descriptor, contents.places)
    self.path = path
  }

  /// The number of different tiles.
  package var count: Int { places.count }

  /// The size in bytes of one of them.
  package func size(_ index: Int) -> Int { Int(places[index].length) }

  /// One of them, by its number in the order in which they first came; to be asked before the archive is finished.
  package func bytes(_ index: Int) throws -> [UInt8] {
    try UnixFile.read(descriptor, path: path, offset: Int(places[index].offset), count: size(index))
  }
}
