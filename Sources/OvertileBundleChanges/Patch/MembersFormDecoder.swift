import OvertileBundleFormat
import OvertileFeatures
import OvertileSearching

/// Reads the form of a members file back into its columns; see `MembersForm`. Safe on hostile bytes.
struct MembersFormDecoder {
  private var reader: ByteReader
  private var table = MembersTable()
  private var values = ValueNumbers()

  /// A decoder of bytes that must outlive it. The name is for errors.
  init(_ bytes: UnsafeRawBufferPointer, name: String) { reader = ByteReader(bytes, name: name) }

  /// All columns.
  mutating func decoded() throws -> MembersTable {
    table.head = Array(try reader.take(8))
    for _ in 0..<(try reader.count(upTo: reader.remaining)) {
      table.keys.append(Array(try reader.take(reader.count(upTo: reader.remaining))))
    }
    let leaves = try reader.count(upTo: reader.remaining / 16)
    let clusters = try reader.count(upTo: reader.remaining / 20)
    let hasProperties = table.head[4] & 1 != 0
    for _ in 0..<leaves {
      table.leafIDs.append(try reader.word())
      table.leafPositions.append(try reader.word())
      if hasProperties { try readTags() }
    }
    if hasProperties { table.tagStarts.append(table.tags.count) }
    table.values = values.bytes
    table.valueStarts = values.starts
    try readClusters(clusters)
    guard reader.remaining == 0 else { throw reader.fault("bytes follow its end") }
    return table
  }

  private mutating func readTags() throws {
    table.tagStarts.append(table.tags.count)
    for _ in 0..<(try reader.count(upTo: reader.remaining)) {
      let key = try reader.count(upTo: table.keys.count - 1)
      let value = try reader.take(reader.count(upTo: reader.remaining))
      table.tags.append((UInt32(key), values.number(value)))
    }
  }

  private mutating func readClusters(_ count: Int) throws {
    let names = LeafNames(table.leafIDs)
    var clusterChildren: [(location: Int, id: UInt64)] = []
    for _ in 0..<count {
      table.clusterIDs.append(try reader.word())
      table.clusterPositions.append(try reader.word())
      table.clusterZooms.append(UInt32(try reader.count(upTo: Int(UInt32.max))))
      let leaves = UInt32(try reader.count(upTo: Int(UInt32.max)))
      let id: UInt64 = try reader.word()
      table.clusterLeaves.append((try leaf(names, id, reader.count(upTo: Int(UInt32.max))), leaves))
      let children = try reader.count(upTo: reader.remaining / 9)
      table.childCounts.append(UInt32(truncatingIfNeeded: children))
      for _ in 0..<children {
        let id: UInt64 = try reader.word()
        let kind = try reader.count(upTo: Int(UInt32.max))
        if kind == 0 {
          clusterChildren.append((table.children.count, id))
          table.children.append(0)
        } else {
          table.children.append(try leaf(names, id, kind - 1) | MembersFormat.leafBit)
        }
      }
    }
    for child in clusterChildren { table.children[child.location] = try cluster(child.id) }
  }

  private func leaf(_ names: LeafNames, _ id: UInt64, _ ordinal: Int) throws -> UInt32 {
    guard let index = names.index(id: id, ordinal: ordinal) else { throw reader.fault("there is no leaf \(id)") }
    return index
  }

  private func cluster(_ id: UInt64) throws -> UInt32 {
    guard let index = table.clusterIDs.sortedIndex(of: id, by: { $0 }) else { throw reader.fault("no cluster \(id)") }
    return UInt32(index)
  }
}

/// Numbers values by their first use. Expected O(length) each.
struct ValueNumbers {
  /// All distinct values, one after another.
  private(set) var bytes: [UInt8] = []
  /// The offset of each, and the end.
  private(set) var starts = [0]
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var hashes: [UInt64] = []

  /// The number of a value, new or known.
  mutating func number(_ value: UnsafeRawBufferPointer) -> UInt32 {
    let hash = XXHash64.hash(value)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, bytes[starts[number]..<starts[number + 1]].elementsEqual(value) {
        return UInt32(number)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = UInt32(hashes.count)
    hashes.append(hash)
    bytes.append(contentsOf: value)
    starts.append(bytes.count)
    slots[slot] = number + 1
    if hashes.count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }
}
