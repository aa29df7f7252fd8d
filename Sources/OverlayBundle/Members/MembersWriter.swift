import Features
import Foundation

/// Writes the members file of a layer; see `MembersFormat`. Equal members give equal bytes.
public struct MembersWriter: ~Copyable {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var written: UInt64 = 0

  /// Writes members to a new file. O(their size).
  ///
  /// - Throws: what the file system says.
  public static func write(_ members: ClusterMembers, to url: URL) throws {
    try Data().write(to: url, options: .withoutOverwriting)
    var writer = MembersWriter(handle: try FileHandle(forWritingTo: url))
    try writer.write(members)
    try writer.handle.close()
  }

  private init(handle: FileHandle) {
    self.handle = handle
    buffer.reserveCapacity(1 << 20)
  }

  private mutating func write(_ members: ClusterMembers) throws {
    let dictionary = MembersDictionary(members)
    try header(members, dictionary)
    for index in members.clusterIDs.indices {
      put(members.clusterIDs[index])
      for range in [members.clusterLeaves[index], members.clusterChildren[index]] {
        put(range.lowerBound)
        put(UInt32(range.count))
      }
      put(members.clusterX[index])
      put(members.clusterY[index])
      put(UInt32(members.clusterZooms[index]))
      put(UInt32(0))
      try flushIfLarge()
    }
    for child in members.children {
      switch child {
      case .cluster(let index): put(index)
      case .leaf(let index): put(index | MembersFormat.leafBit)
      }
      try flushIfLarge()
    }
    for index in members.leafIDs.indices {
      put(members.leafIDs[index])
      put(members.leafX[index])
      put(members.leafY[index])
      try flushIfLarge()
    }
    try write(words: dictionary.tagOffsets)
    try write(bytes: dictionary.tags)
    try write(words: dictionary.valueOffsets)
    try write(bytes: dictionary.values)
    try flush()
  }

  private mutating func header(_ members: ClusterMembers, _ dictionary: MembersDictionary) throws {
    buffer += MembersFormat.magic
    put(MembersFormat.version)
    put(members.leafRows.isEmpty ? 0 : MembersFormat.hasProperties)
    let counts = [
      members.clusterIDs.count, members.children.count, members.leafIDs.count, dictionary.keyCount,
      dictionary.valueCount,
    ]
    for count in counts { put(UInt64(count)) }
    let sizes = [
      members.clusterIDs.count * MembersFormat.clusterBytes, members.children.count * 4,
      members.leafIDs.count * MembersFormat.leafBytes, dictionary.tagOffsets.count * 8, dictionary.tags.count,
      dictionary.valueOffsets.count * 8,
    ]
    var offset = UInt64(MembersFormat.headerBytes)
    put(offset)
    for size in sizes {
      offset += UInt64(size)
      put(offset)
    }
  }

  private mutating func put<Word: FixedWidthInteger>(_ word: Word) {
    withUnsafeBytes(of: word.littleEndian) { buffer.append(contentsOf: $0) }
  }

  private mutating func write(words: [UInt64]) throws {
    for word in words {
      put(word)
      try flushIfLarge()
    }
  }

  private mutating func write(bytes: [UInt8]) throws {
    try flush()
    try handle.write(contentsOf: bytes)
  }

  private mutating func flushIfLarge() throws {
    if buffer.count >= 1 << 20 { try flush() }
  }

  private mutating func flush() throws {
    try handle.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The properties of leaves: tags by leaf, and the distinct keys and values in the order of their first use.
struct MembersDictionary {
  private(set) var tagOffsets: [UInt64] = []
  private(set) var tags: [UInt8] = []
  private(set) var valueOffsets: [UInt64] = []
  private(set) var values: [UInt8] = []
  private(set) var keyCount = 0
  private(set) var valueCount = 0

  /// Collects the properties of the leaves; nothing when they have no rows.
  init(_ members: ClusterMembers) {
    guard !members.leafRows.isEmpty else { return }
    let properties = members.properties
    var keys = FirstUse(count: properties.keys.count)
    var used = FirstUse(count: properties.values.count)
    for row in members.leafRows {
      tagOffsets.append(UInt64(tags.count))
      for entry in properties.entries(ofFeature: Int(row)) {
        append(varint: keys.number(properties.keyIndices[entry]))
        append(varint: used.number(properties.valueIndices[entry]))
      }
    }
    tagOffsets.append(UInt64(tags.count))
    keyCount = keys.order.count
    valueCount = used.order.count
    for index in keys.order { append(index, of: properties.keys) }
    for index in used.order { append(index, of: properties.values) }
    valueOffsets.append(UInt64(values.count))
  }

  private mutating func append(_ index: UInt32, of table: ValueTable) {
    valueOffsets.append(UInt64(values.count))
    table.withPayload(index) { kind, payload in
      values.append(kind.rawValue)
      values.append(contentsOf: payload)
    }
  }

  private mutating func append(varint number: UInt32) {
    var rest = number
    while rest >= 0x80 {
      tags.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    tags.append(UInt8(rest))
  }

  /// Numbers indices in the order of their first use.
  private struct FirstUse {
    var order: [UInt32] = []
    private var numbers: [UInt32]

    init(count: Int) { numbers = Array(repeating: UInt32.max, count: count) }

    mutating func number(_ index: UInt32) -> UInt32 {
      if numbers[Int(index)] == UInt32.max {
        numbers[Int(index)] = UInt32(order.count)
        order.append(index)
      }
      return numbers[Int(index)]
    }
  }
}
