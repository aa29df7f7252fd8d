import OvertileCore

/// An entry of a PMTiles directory: a run of equal tiles, or a pointer to a leaf directory.
package struct PMTilesEntry: Sendable, Hashable {
  /// The Hilbert id of the first tile.
  package var tileID: UInt64
  /// The offset in bytes: in the tile data, or for a pointer, in the leaf section.
  package var offset: UInt64
  /// The size of the blob or leaf in bytes, above 0.
  package var length: UInt32
  /// The number of tiles with consecutive ids that share the blob; 0 for a pointer to a leaf.
  package var runLength: UInt32

  /// Creates an entry.
  package init(tileID: UInt64, offset: UInt64, length: UInt32, runLength: UInt32) {
    (self.tileID, self.offset, self.length, self.runLength) = (tileID, offset, length, runLength)
  }

  /// Whether a tile that is not before the run is in it.
  package func holds(_ id: UInt64) -> Bool { id - tileID < UInt64(runLength) }
}

/// Encodes and decodes directories, before compression. Source: the PMTiles specification, version 3, section 4.
package enum PMTilesDirectory {
  /// Encodes the count of entries, then four columns: ids as differences, run lengths, lengths and offsets.
  ///
  /// Takes a slice, not any collection: the generic function was not specialized for other modules, and cost ten times as
  /// much. O(entries).
  package static func encode(_ entries: ArraySlice<PMTilesEntry>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(entries.count * 6 + 10)
    Varint.append(UInt64(entries.count), to: &out)
    var last: UInt64 = 0
    for entry in entries {
      Varint.append(entry.tileID - last, to: &out)
      last = entry.tileID
    }
    for entry in entries { Varint.append(UInt64(entry.runLength), to: &out) }
    for entry in entries { Varint.append(UInt64(entry.length), to: &out) }
    var end: UInt64?
    for entry in entries {
      Varint.append(entry.offset == end ? 0 : entry.offset + 1, to: &out)
      end = entry.offset + UInt64(entry.length)
    }
    return out
  }

  /// Encodes all entries of an array. O(entries).
  package static func encode(_ entries: [PMTilesEntry]) -> [UInt8] { encode(entries[...]) }

  /// Decodes a directory. Entries must ascend, must not be empty, and their runs must not overlap. O(bytes).
  package static func decode(_ bytes: [UInt8], path: String) throws -> [PMTilesEntry] {
    var reader = VarintReader(bytes: bytes, path: path)
    let count = try reader.next()
    // An entry has four numbers of at least 1 byte each.
    guard count <= UInt64(bytes.count / 4) else {
      throw reader.fault("\(count) entries do not fit into \(bytes.count) bytes")
    }
    var entries = [PMTilesEntry](
      repeating: PMTilesEntry(tileID: 0, offset: 0, length: 0, runLength: 0), count: Int(count))
    var id: UInt64 = 0
    for index in entries.indices {
      let (sum, overflow) = id.addingReportingOverflow(try reader.next())
      if overflow || (index > 0 && sum == id) { throw reader.fault("tile ids are not in ascending order") }
      id = sum
      entries[index].tileID = id
    }
    for index in entries.indices { entries[index].runLength = try reader.next32() }
    for index in entries.indices { entries[index].length = try reader.next32() }
    try readOffsets(&entries, &reader)
    guard reader.isAtEnd else { throw reader.fault("there are bytes after the last entry") }
    try check(entries, reader)
    return entries
  }

  private static func readOffsets(_ entries: inout [PMTilesEntry], _ reader: inout VarintReader) throws {
    for index in entries.indices {
      let value = try reader.next()
      if value > 0 {
        entries[index].offset = value - 1
        continue
      }
      guard index > 0 else { throw reader.fault("the first offset is missing") }
      let (end, overflow) = entries[index - 1].offset.addingReportingOverflow(UInt64(entries[index - 1].length))
      if overflow { throw reader.fault("an offset exceeds 64 bits") }
      entries[index].offset = end
    }
  }

  private static func check(_ entries: [PMTilesEntry], _ reader: VarintReader) throws {
    for (index, entry) in entries.enumerated() {
      guard entry.length > 0 else { throw reader.fault("an entry has a length of 0") }
      guard !entry.offset.addingReportingOverflow(UInt64(entry.length)).overflow else {
        throw reader.fault("the end of an entry exceeds 64 bits")
      }
      let (end, overflow) = entry.tileID.addingReportingOverflow(UInt64(entry.runLength))
      let next = index + 1 < entries.count ? entries[index + 1].tileID : UInt64.max
      if overflow || end > next { throw reader.fault("runs overlap") }
    }
  }
}

/// Reads base-128 numbers, the low group first.
struct VarintReader {
  private let bytes: [UInt8]
  private let path: String
  private var position = 0

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The next number. Throws if it has more than 64 bits or is cut short.
  mutating func next() throws -> UInt64 {
    // Most numbers have one byte.
    if position < bytes.count, bytes[position] < 0x80 {
      position += 1
      return UInt64(bytes[position - 1])
    }
    do throws(Varint.Fault) {
      return try Varint.read {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
      }
    } catch {
      throw fault(error == .cutShort ? "the directory ends within a number" : "a number exceeds 64 bits")
    }
  }

  mutating func next32() throws -> UInt32 {
    guard let value = UInt32(exactly: try next()) else { throw fault("a number exceeds 32 bits") }
    return value
  }

  func fault(_ reason: String) -> ArchiveError {
    ArchiveError(.malformed, path: path, "directory: \(reason)")
  }
}
