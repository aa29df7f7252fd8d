/// Reads records of a members file by blocks of 64 KiB, which the bundle's cache keeps.
///
/// One value serves one call: it holds the last block of each section, so that successive records cost no lookup.
struct MembersBlocks {
  /// Some successive records of a section.
  struct Block {
    /// The index of the first record.
    var first: Int
    /// The number of records.
    var count: Int
    /// The records.
    var bytes: [UInt8]
  }

  private static let blockBytes = 1 << 16

  private let file: BundleFile
  private let cache: BundleCache
  private var held: [Int: Block] = [:]

  /// Reads blocks of a file.
  init(_ file: BundleFile, cache: BundleCache) { (self.file, self.cache) = (file, cache) }

  /// The block that holds a record, which the section has.
  mutating func block(holding record: Int, of section: MembersHeader.Section) async throws -> Block {
    if let block = held[section.offset], block.first <= record, record < block.first + block.count { return block }
    let step = max(1, Self.blockBytes / section.recordBytes)
    let first = record / step * step
    let count = min(step, section.count - first)
    let start = UInt64(section.offset + first * section.recordBytes)
    let key = CacheKey.block(file: file.index, section: UInt64(section.offset), index: UInt64(first / step))
    let value = try await cache.value(key) { [file] in
      .block(try await file.bytes(start..<start + UInt64(count * section.recordBytes)))
    }
    guard case .block(let bytes) = value, bytes.count == count * section.recordBytes else {
      throw file.damaged("the file's sections overlap")
    }
    let block = Block(first: first, count: count, bytes: bytes)
    held[section.offset] = block
    return block
  }

  /// A single number in a record.
  mutating func word<Word: FixedWidthInteger>(
    _ record: Int, of section: MembersHeader.Section, as type: Word.Type
  ) async throws -> Word {
    let block = try await block(holding: record, of: section)
    return MembersFormat.word(block.bytes, (record - block.first) * section.recordBytes)
  }

  /// A run of bytes of a section whose records are single bytes. O(length).
  mutating func bytes(_ range: Range<Int>, of section: MembersHeader.Section) async throws -> [UInt8] {
    var result: [UInt8] = []
    var next = range.lowerBound
    while next < range.upperBound {
      let block = try await block(holding: next, of: section)
      let end = min(range.upperBound, block.first + block.count)
      result += block.bytes[next - block.first..<end - block.first]
      next = end
    }
    return result
  }
}
