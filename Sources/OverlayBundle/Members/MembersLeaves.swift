import MapMath
import OvertileCore

/// Reads the leaves of one page: positions and properties.
///
/// Values that leaves share are read once. The bytes that a page reads for properties are bounded, so that a hostile
/// file, in which every leaf claims the properties of all, leads to an error.
struct MembersLeaves {
  private let file: BundleFile
  private let header: MembersHeader
  private var bytesLeft: Int
  private var entries: [Int: PropertyValue] = [:]

  /// Begins a page that may read so many bytes of properties.
  init(_ file: BundleFile, _ header: MembersHeader, byteLimit: Int) {
    (self.file, self.header, bytesLeft) = (file, header, byteLimit)
  }

  /// The leaf of an index.
  mutating func leaf(_ index: Int, _ blocks: inout MembersBlocks) async throws -> MembersReader.Leaf {
    guard index < header.leaves.count else { throw file.damaged("there is no leaf \(index)") }
    let block = try await blocks.block(holding: index, of: header.leaves)
    let start = (index - block.first) * MembersFormat.leafBytes
    let position = WorldPoint(
      x: MembersFormat.word(block.bytes, start + 8), y: MembersFormat.word(block.bytes, start + 12))
    return MembersReader.Leaf(
      id: MembersFormat.word(block.bytes, start), position: position,
      properties: header.hasProperties ? try await properties(ofLeaf: index, &blocks) : [:])
  }

  private mutating func properties(
    ofLeaf index: Int, _ blocks: inout MembersBlocks
  ) async throws -> NamedValues<PropertyValue> {
    let range = try await range(index, in: header.tagOffsets, of: header.tags, &blocks) {
      "the property list of leaf \($0)"
    }
    let tags = try await blocks.bytes(range, of: header.tags)
    var position = 0
    var properties: NamedValues<PropertyValue> = [:]
    while position < tags.count {
      let key = try varint(tags, &position)
      let value = try varint(tags, &position)
      guard key < header.keys, value < header.values else {
        throw file.damaged("leaf \(index) refers to a key or value that does not exist")
      }
      guard case .string(let name) = try await entry(key, &blocks) else {
        throw file.damaged("key \(key) is not a string")
      }
      guard properties.updateValue(try await entry(header.keys + value, &blocks), forKey: name) == nil else {
        throw file.damaged("leaf \(index) has the property \"\(name)\" twice")
      }
    }
    return properties
  }

  /// A key or value by its index: keys come first.
  private mutating func entry(_ index: Int, _ blocks: inout MembersBlocks) async throws -> PropertyValue {
    if let known = entries[index] { return known }
    let range = try await range(index, in: header.valueOffsets, of: header.valueBytes, &blocks) { "value \($0)" }
    guard let value = MembersValue.decode(try await blocks.bytes(range, of: header.valueBytes)) else {
      throw file.damaged("value \(index) cannot be decoded")
    }
    entries[index] = value
    return value
  }

  /// The range of an entry's bytes in a section, from a table of offsets; they count against the page.
  private mutating func range(
    _ index: Int, in offsets: MembersHeader.Section, of section: MembersHeader.Section, _ blocks: inout MembersBlocks,
    what: (Int) -> String
  ) async throws -> Range<Int> {
    let start = try await blocks.word(index, of: offsets, as: UInt64.self)
    let end = try await blocks.word(index + 1, of: offsets, as: UInt64.self)
    guard start <= end, end <= UInt64(section.count) else {
      throw file.damaged("\(what(index)) extends past the end of its section")
    }
    guard end - start <= UInt64(bytesLeft) else { throw file.damaged("\(what(index)) is too large") }
    bytesLeft -= Int(end - start)
    return Int(start)..<Int(end)
  }

  private func varint(_ bytes: [UInt8], _ position: inout Int) throws -> Int {
    var offset = position
    defer { position = offset }
    return try MembersFormat.number(path: file.name) {
      guard offset < bytes.count else { return nil }
      defer { offset += 1 }
      return bytes[offset]
    }
  }
}
