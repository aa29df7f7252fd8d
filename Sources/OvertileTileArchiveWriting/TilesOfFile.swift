import OvertileTileArchive

/// Successive tiles, one after the other in another file, as an archive takes them over: their bytes are copied once, when the
/// archive is finished, and until then stay as they are.
package struct TilesOfFile {
  /// The Hilbert ids, ascending, all of one zoom.
  package let ids: [UInt64]
  /// Per tile: the end of its bytes, counted from the first tile's; every tile has some.
  package let ends: [UInt64]
  /// Per tile: its checksum; see `checksum(of:)`.
  package let checksums: [UInt32]
  let file: OpenFile

  /// A file that stays open as long as an owner lives.
  struct OpenFile {
    let descriptor: Int32
    let path: String
    /// Where the first tile begins.
    let offset: Int
    let owner: AnyObject
  }

  /// Tiles in a file.
  ///
  /// - Parameters:
  ///   - descriptor: the open file, closed by `owner` when that is released.
  ///   - path: for errors.
  ///   - offset: where the bytes of the first tile begin.
  package init(
    ids: [UInt64], ends: [UInt64], checksums: [UInt32], descriptor: Int32, path: String, offset: Int, owner: AnyObject
  ) {
    (self.ids, self.ends, self.checksums) = (ids, ends, checksums)
    file = OpenFile(descriptor: descriptor, path: path, offset: offset, owner: owner)
  }

  /// The checksum of a tile, by which equal ones are found. Tiles of one checksum are compared.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 { BlobIndex.checksum(bytes) }
}
