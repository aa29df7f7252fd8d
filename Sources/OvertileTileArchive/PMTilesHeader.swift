/// The first 127 bytes of a PMTiles archive. Source: the PMTiles specification, version 3, section 3.
package struct PMTilesHeader: Sendable, Hashable {
  /// A section of the file.
  package struct Section: Sendable, Hashable {
    /// The offset of the section in the file, in bytes.
    package var offset: UInt64
    /// The length in bytes.
    package var length: UInt64

    /// Creates a section, an empty one if nothing is stated.
    package init(offset: UInt64 = 0, length: UInt64 = 0) { (self.offset, self.length) = (offset, length) }

    /// The bytes of the section in the file, in which it must lie.
    package var range: Range<UInt64> { offset..<offset + length }

    /// The bytes of a directory's entry in the file. `path` is the file in errors.
    ///
    /// - Throws: `ArchiveError.malformed` if the entry lies outside the section, which itself must lie in the file.
    package func range(of entry: PMTilesEntry, path: String) throws -> Range<UInt64> {
      let (end, overflow) = entry.offset.addingReportingOverflow(UInt64(entry.length))
      guard !overflow, end <= length else {
        throw ArchiveError(.malformed, path: path, "a directory entry lies outside its section")
      }
      return offset + entry.offset..<offset + end
    }
  }

  /// The root directory.
  package var root = Section()
  /// The metadata.
  package var metadata = Section()
  /// The leaf directories; empty when there are none.
  package var leaves = Section()
  /// The blobs.
  package var tileData = Section()
  /// The number of tiles that can be requested; 0 if unknown.
  package var addressedTiles: UInt64 = 0
  /// The number of directory entries for tiles; 0 if unknown.
  package var tileEntries: UInt64 = 0
  /// The number of distinct blobs; 0 if unknown.
  package var tileContents: UInt64 = 0
  /// Whether the blobs are in the order of ascending tile ids.
  package var isClustered = true
  /// The compression of directories and metadata: the number of a `TileCompression`, or of another method.
  package var internalCompression = TileCompression.gzip.pmtiles
  /// The compression of the tiles: the number of a `TileCompression`, or of another method.
  package var tileCompression = TileCompression.gzip.pmtiles
  /// The type of the tiles: 1 is a vector tile.
  package var tileType: UInt8 = 1
  /// The lowest zoom.
  package var minZoom: UInt8 = 0
  /// The highest zoom.
  package var maxZoom: UInt8 = 0
  /// West, south, east, north in 10^-7 degrees.
  package var boundsE7: [Int32] = [0, 0, 0, 0]
  /// The zoom at which a map starts.
  package var centerZoom: UInt8 = 0
  /// Longitude and latitude at which a map starts, in 10^-7 degrees.
  package var centerE7: [Int32] = [0, 0]

  package static let size = 127
  static let magic = Array("PMTiles".utf8)
  static let version: UInt8 = 3

  /// Creates the header of an empty archive.
  package init() {}

  /// The bytes of the header.
  package var bytes: [UInt8] {
    var out = Self.magic + [Self.version]
    for section in [root, metadata, leaves, tileData] {
      out.append(littleEndian: section.offset)
      out.append(littleEndian: section.length)
    }
    for count in [addressedTiles, tileEntries, tileContents] { out.append(littleEndian: count) }
    out += [isClustered ? 1 : 0, internalCompression, tileCompression, tileType, minZoom, maxZoom]
    for value in boundsE7 { out.append(littleEndian: value) }
    out.append(centerZoom)
    for value in centerE7 { out.append(littleEndian: value) }
    return out
  }

  /// Reads a header. The sections are not checked against the file.
  package init(_ bytes: [UInt8], path: String) throws {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else {
      throw ArchiveError(.malformed, path: path, "not a PMTiles archive")
    }
    guard bytes[7] == Self.version else {
      throw ArchiveError(
        .malformed, path: path, "PMTiles version \(bytes[7]) is not supported; expected version \(Self.version)")
    }
    let sections = [8, 24, 40, 56].map { at in
      Section(offset: bytes.littleEndian(at: at), length: bytes.littleEndian(at: at + 8))
    }
    (root, metadata, leaves, tileData) = (sections[0], sections[1], sections[2], sections[3])
    addressedTiles = bytes.littleEndian(at: 72)
    tileEntries = bytes.littleEndian(at: 80)
    tileContents = bytes.littleEndian(at: 88)
    isClustered = bytes[96] == 1
    (internalCompression, tileCompression, tileType) = (bytes[97], bytes[98], bytes[99])
    (minZoom, maxZoom, centerZoom) = (bytes[100], bytes[101], bytes[118])
    boundsE7 = [102, 106, 110, 114].map { bytes.littleEndian(at: $0) }
    centerE7 = [119, 123].map { bytes.littleEndian(at: $0) }
  }

  /// Reads the header of a file, in which its sections must lie.
  ///
  /// - Throws: `ArchiveError`.
  package init(_ file: InputFile) throws {
    try self.init(file.bytes(0..<min(Self.size, file.size)), path: file.path)
    try checkSections(size: UInt64(file.size), path: file.path)
  }

  /// Throws unless the sections lie in a file of a size in bytes. `path` is the file in errors.
  ///
  /// - Throws: `ArchiveError.malformed`.
  package func checkSections(size: UInt64, path: String) throws {
    for section in [root, metadata, leaves, tileData] {
      let (end, overflow) = section.offset.addingReportingOverflow(section.length)
      if overflow || end > size {
        throw ArchiveError(
          .malformed, path: path, "a section ends at byte \(end), but the file has only \(size) bytes")
      }
    }
  }

  /// Converts degrees to 10^-7 degrees, rounded half away from zero; 0 if the number is not finite.
  package static func e7(degrees: Double) -> Int32 {
    let scaled = (degrees * 1e7).rounded()
    return scaled.isFinite ? Int32(min(max(scaled, Double(Int32.min)), Double(Int32.max))) : 0
  }
}

extension [UInt8] {
  /// Appends a number, the lowest byte first.
  @inlinable
  package mutating func append<T: FixedWidthInteger>(littleEndian value: T) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// The number at an offset, the lowest byte first, which lies inside the bytes.
  @inlinable
  package func littleEndian<T: FixedWidthInteger>(at location: Int) -> T {
    withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: location, as: T.self)) }
  }
}
