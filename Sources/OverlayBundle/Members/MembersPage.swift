import MapMath
import OvertileCore
import OvertileTileArchive

/// What one call reads of a members file: records, by blocks of 64 KiB that the bundle's cache keeps.
///
/// It holds the last block of each section, so that successive records cost no lookup, and the values that leaves share.
/// The bytes that it reads for properties are bounded, so that a hostile file, in which every leaf claims the properties
/// of all, leads to an error.
struct MembersPage {
  /// Some successive records of a section.
  private struct Block {
    /// The indices of the records.
    var records: Range<Int>
    /// Bytes of a record.
    var recordBytes: Int
    /// The records.
    var bytes: [UInt8]

    /// A number in a record, some bytes after its start.
    func word<Word: FixedWidthInteger>(_ record: Int, at byte: Int = 0) -> Word {
      bytes.littleEndian(at: (record - records.lowerBound) * recordBytes + byte)
    }
  }

  private static let blockBytes = 1 << 16

  private let file: BundleFile
  private let header: MembersHeader
  private let cache: BundleCache
  private var propertyBytesLeft = BundleSizes.member
  private var held: [Int: Block] = [:]
  private var entries: [Int: PropertyValue] = [:]

  /// Begins to read a file.
  init(_ file: BundleFile, _ header: MembersHeader, cache: BundleCache) {
    (self.file, self.header, self.cache) = (file, header, cache)
  }

  /// The record of the cluster at an index.
  mutating func record(_ index: Int) async throws -> MembersRecord {
    guard index < header.clusters.count else { throw file.damaged("there is no cluster \(index)") }
    let block = try await block(holding: index, of: header.clusters)
    let offset = (index - block.records.lowerBound) * MembersFormat.clusterBytes
    return try MembersRecord(block.bytes, at: offset, index: index, header: header, path: file.name)
  }

  /// The record of a cluster, or nil.
  ///
  /// Ids are digests, so the position of one can be guessed from its size: one or two blocks where they are spread
  /// evenly, and O(log blocks) in any case, because after four guesses the search halves.
  mutating func record(of id: UInt64) async throws -> MembersRecord? {
    var (low, high) = (0, header.clusters.count)
    var ids = (low: OverlayIDs.made.lowerBound, high: OverlayIDs.made.upperBound)
    var guesses = 0
    while low < high {
      let position = guesses < 4 ? Self.guess(id, ids, low..<high) : (low + high) / 2
      guesses += 1
      let block = try await block(holding: position, of: header.clusters)
      let (first, last): (UInt64, UInt64) = (
        block.word(block.records.lowerBound), block.word(block.records.upperBound - 1)
      )
      if id < first {
        (high, ids.high) = (block.records.lowerBound, first)
      } else if id > last {
        (low, ids.low) = (block.records.upperBound, last)
      } else {
        guard let position = block.records.sortedIndex(of: id, by: { block.word($0) }) else { return nil }
        return try await record(position)
      }
    }
    return nil
  }

  private static func guess(_ id: UInt64, _ ids: (low: UInt64, high: UInt64), _ range: Range<Int>) -> Int {
    guard ids.low < id, id < ids.high else { return id <= ids.low ? range.lowerBound : range.upperBound - 1 }
    let share = Double(id - ids.low) / Double(ids.high - ids.low)
    // Below 2^48 records, so the product is a whole number that fits.
    return min(range.lowerBound + Int(share * Double(range.count)), range.upperBound - 1)
  }

  /// The child at an index.
  mutating func child(_ index: Int) async throws -> MembersReader.Member {
    switch MembersChild(try await block(holding: index, of: header.children).word(index)) {
    case .leaf(let leaf): .leaf(try await self.leaf(Int(leaf)))
    case .cluster(let cluster): .cluster(try await record(Int(cluster)).cluster)
    }
  }

  /// The leaf at an index.
  mutating func leaf(_ index: Int) async throws -> MembersReader.Leaf {
    guard index < header.leaves.count else { throw file.damaged("there is no leaf \(index)") }
    let block = try await block(holding: index, of: header.leaves)
    return MembersReader.Leaf(
      id: block.word(index), position: WorldPoint(x: block.word(index, at: 8), y: block.word(index, at: 12)),
      properties: header.hasProperties ? try await properties(ofLeaf: index) : [:])
  }

  private mutating func properties(ofLeaf index: Int) async throws -> NamedValues<PropertyValue> {
    let list = try await bytes(index, in: header.tagOffsets, of: header.tags, "the property list of leaf \(index)")
    var properties: NamedValues<PropertyValue> = [:]
    for (key, value) in try header.properties(ofLeaf: index, list, path: file.name) {
      guard case .string(let name) = try await entry(key) else { throw file.damaged("key \(key) is not a string") }
      guard properties.updateValue(try await entry(header.keys + value), forKey: name) == nil else {
        throw file.damaged("leaf \(index) has the property \"\(name)\" twice")
      }
    }
    return properties
  }

  /// A key or value by its index: keys come first.
  private mutating func entry(_ index: Int) async throws -> PropertyValue {
    if let known = entries[index] { return known }
    let payload = try await bytes(index, in: header.valueOffsets, of: header.valueBytes, "value \(index)")
    guard let value = MembersValue.decode(payload) else { throw file.damaged("value \(index) cannot be decoded") }
    entries[index] = value
    return value
  }

  /// The bytes of an entry of a section, from a table of offsets; they count against the page. `what` is the entry in
  /// errors.
  private mutating func bytes(
    _ index: Int, in offsets: MembersHeader.Section, of section: MembersHeader.Section, _ what: String
  ) async throws -> [UInt8] {
    let start: UInt64 = try await block(holding: index, of: offsets).word(index)
    let end: UInt64 = try await block(holding: index + 1, of: offsets).word(index + 1)
    let range = try header.range(start, end, in: section, what, path: file.name)
    guard range.count <= propertyBytesLeft else { throw file.damaged("\(what) is too large") }
    propertyBytesLeft -= range.count
    var result: [UInt8] = []
    var next = range.lowerBound
    while next < range.upperBound {
      let block = try await block(holding: next, of: section)
      let part = next..<min(range.upperBound, block.records.upperBound)
      result += block.bytes[part.lowerBound - block.records.lowerBound..<part.upperBound - block.records.lowerBound]
      next = part.upperBound
    }
    return result
  }

  /// The block that holds a record, which the section has.
  private mutating func block(holding record: Int, of section: MembersHeader.Section) async throws -> Block {
    if let block = held[section.offset], block.records.contains(record) { return block }
    let step = max(1, Self.blockBytes / section.recordBytes)
    let first = record / step * step
    let records = first..<min(first + step, section.count)
    let start = UInt64(section.offset + first * section.recordBytes)
    let end = start + UInt64(records.count * section.recordBytes)
    let key = CacheKey.block(file: file.index, section: UInt64(section.offset), index: UInt64(first / step))
    let value = try await cache.value(key) { [file] in .block(try await file.bytes(start..<end)) }
    guard case .block(let bytes) = value, UInt64(bytes.count) == end - start else {
      throw file.damaged("the file's sections overlap")
    }
    let block = Block(records: records, recordBytes: section.recordBytes, bytes: bytes)
    held[section.offset] = block
    return block
  }
}
