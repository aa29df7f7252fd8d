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
    let list = try await bytes(
      index, in: header.tagOffsets, of: header.tags, &blocks, "the property list of leaf \(index)")
    var properties: NamedValues<PropertyValue> = [:]
    for (key, value) in try header.properties(ofLeaf: index, list, path: file.name) {
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
    let payload = try await bytes(index, in: header.valueOffsets, of: header.valueBytes, &blocks, "value \(index)")
    guard let value = MembersValue.decode(payload) else { throw file.damaged("value \(index) cannot be decoded") }
    entries[index] = value
    return value
  }

  /// The bytes of an entry of a section, from a table of offsets; they count against the page.
  private mutating func bytes(
    _ index: Int, in offsets: MembersHeader.Section, of section: MembersHeader.Section, _ blocks: inout MembersBlocks,
    _ what: String
  ) async throws -> [UInt8] {
    let start = try await blocks.word(index, of: offsets, as: UInt64.self)
    let end = try await blocks.word(index + 1, of: offsets, as: UInt64.self)
    let range = try header.range(start, end, in: section, what, path: file.name)
    guard range.count <= bytesLeft else { throw file.damaged("\(what) is too large") }
    bytesLeft -= range.count
    return try await blocks.bytes(range, of: section)
  }
}
