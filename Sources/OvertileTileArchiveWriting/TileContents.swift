import OvertileTileArchive

/// The distinct tiles of an archive that is being written, in the order of their first occurrence.
///
/// They are stored in an unnamed file beside the archive, except those that another file has already. Memory: about 24 bytes each. One thread uses it, and no closure
/// comes back to it, so its variables are used without checks of exclusive access, which cost as much as a small tile.
final class TileContents {
  private let path: String
  private let file: StagedFile
  @exclusivity(unchecked)
  private var data: BufferedOutput
  @exclusivity(unchecked)
  private var index = BlobIndex()
  /// The files that have the tiles, once one is in another file; nil while all are in the unnamed one.
  @exclusivity(unchecked)
  private var ranges: FileRanges?

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
  var bytes: Int { ranges?.count ?? data.count }
  /// The files that contain all of them after `flush`.
  var files: FileRanges {
    if let ranges { return ranges }
    var own = FileRanges()
    own.append(data.count, in: file.descriptor, path: path, at: 0, owner: file)
    return own
  }
  /// Their locations in the file.
  var ends: BlobEnds { index.ends }

  /// Returns the number of a tile in the order of first occurrence. A new tile is stored first. Expected O(bytes).
  func store(_ bytes: UnsafeRawBufferPointer) throws -> UInt32 {
    let checksum = BlobIndex.checksum(bytes)
    let known = try index.find(checksum, length: bytes.count) { try holds(bytes, at: $0) }
    if let known { return UInt32(truncatingIfNeeded: known) }
    let number = try nextNumber(length: bytes.count)
    ranges?.append(bytes.count, in: file.descriptor, path: path, at: data.count, owner: file)
    try data.append(bytes)
    index.add(checksum, length: bytes.count)
    return number
  }

  /// Makes memory for the tiles of another file.
  func reserve(_ tiles: TilesOfFile) { index.reserve(tiles.ids.count) }

  /// Has the processor fetch what `store` looks at for a tile of another file.
  @inline(__always)
  func prefetch(_ index: Int, of tiles: TilesOfFile) { self.index.prefetch(tiles.checksums[index]) }

  /// The same for a tile of another file, whose bytes are only read if a known tile has its checksum. Expected O(1).
  func store(_ index: Int, of tiles: TilesOfFile) throws -> UInt32 {
    let start = index == 0 ? 0 : Int(tiles.ends[index - 1])
    let (length, offset) = (Int(tiles.ends[index]) - start, tiles.file.offset + start)
    let known = try self.index.find(tiles.checksums[index], length: length) { location in
      try UnixFile.read(tiles.file.descriptor, path: tiles.file.path, offset: offset, count: length)
        .withUnsafeBytes { try holds($0, at: location) }
    }
    if let known { return UInt32(truncatingIfNeeded: known) }
    let number = try nextNumber(length: length)
    if ranges == nil { ranges = files }
    ranges?.append(
      length, in: tiles.file.descriptor, path: tiles.file.path, at: offset, owner: tiles.file.owner)
    self.index.add(tiles.checksums[index], length: length)
    return number
  }

  private func holds(_ bytes: UnsafeRawBufferPointer, at location: Range<Int>) throws -> Bool {
    guard let ranges else { return try data.holds(bytes, at: location.lowerBound) }
    try data.flush()
    return try ranges.read(location).withUnsafeBytes { $0.hasSameBytes(as: bytes) }
  }

  private func nextNumber(length: Int) throws -> UInt32 {
    guard UInt32(exactly: length) != nil else {
      throw ArchiveError(.malformed, path: path, "a tile has 4 GiB or more")
    }
    guard let number = UInt32(exactly: count), number < .max else {
      throw ArchiveError(.malformed, path: path, "an archive has 4,294,967,295 distinct tiles or more")
    }
    return number
  }

  /// Writes the buffer to the file.
  func flush() throws { try data.flush() }
}

/// The distinct tiles of an archive to which all tiles were appended. Several threads may read them.
package struct StoredTiles: @unchecked Sendable {
  /// They own open files, which they only read.
  private let files: FileRanges
  private let ends: BlobEnds

  init(_ contents: TileContents) { (files, ends) = (contents.files, contents.ends) }

  /// The number of distinct tiles.
  package var count: Int { ends.count }

  /// The size of a tile in bytes.
  package func size(_ index: Int) -> Int { ends[index].count }

  /// The bytes of a tile, by its index in the order of first occurrence. Call it before the archive is finished.
  package func bytes(_ index: Int) throws -> [UInt8] { try files.read(ends[index]) }
}
