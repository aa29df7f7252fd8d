import Foundation
import OvertileCore
import OvertileTileArchive

/// Writes the members file of a layer; see `MembersFormat`. Equal members have equal bytes.
///
/// Records are added in the order of the file: all clusters, all children, all leaves, then the properties of each leaf.
/// Memory: 8 bytes a value of the properties and a few buffers.
package struct MembersWriter: ~Copyable {
  private let file: NewFile
  private let counts: [Int]
  private let tables: (keys: ValueTable, values: ValueTable)?
  private let hasOnlyIDs: Bool
  /// The offsets of the sections whose sizes are known: all up to the tags.
  private let offsets: [UInt64]
  private var records: MembersOutput
  private var tagOffsets: MembersOutput
  private var tags: MembersOutput
  private var nextChild: UInt32 = 0
  private var keys: FirstUse
  private var values: FirstUse

  /// Creates the file for so many records; nothing may be at its path.
  ///
  /// - Parameters:
  ///   - tables: the tables that properties refer to; nil to write no properties.
  ///   - hasOnlyIDs: whether the properties are the original ids alone.
  /// - Throws: `ArchiveError`.
  package init(
    _ url: URL, clusters: Int, children: Int, leaves: Int, tables: (keys: ValueTable, values: ValueTable)?,
    hasOnlyIDs: Bool
  ) throws {
    file = try NewFile(url.path)
    counts = [clusters, children, leaves]
    (self.tables, self.hasOnlyIDs) = (tables, hasOnlyIDs)
    var offsets = [UInt64(MembersFormat.headerBytes)]
    for bytes in [
      clusters * MembersFormat.clusterBytes, children * MembersFormat.childBytes, leaves * MembersFormat.leafBytes,
      tables == nil ? 0 : (leaves + 1) * MembersFormat.offsetBytes,
    ] {
      offsets.append(offsets[offsets.count - 1] + UInt64(bytes))
    }
    self.offsets = offsets
    records = MembersOutput(file, at: offsets[0])
    tagOffsets = MembersOutput(file, at: offsets[3])
    tags = MembersOutput(file, at: offsets[4])
    keys = FirstUse(count: tables?.keys.count ?? 0)
    values = FirstUse(count: tables?.values.count ?? 0)
  }

  /// Adds a cluster. Ids ascend.
  ///
  /// - Parameters:
  ///   - zoom: the zoom at which it was made.
  ///   - x: world grid units.
  ///   - y: world grid units.
  ///   - leaves: its leaves, which are successive.
  ///   - childCount: the number of its children, which follow those of the cluster before.
  package mutating func addCluster(
    id: UInt64, zoom: UInt8, x: UInt32, y: UInt32, leaves: Range<UInt32>, childCount: Int
  ) throws {
    try records.put(id)
    try records.put(leaves.lowerBound)
    try records.put(UInt32(leaves.count))
    try records.put(nextChild)
    try records.put(UInt32(childCount))
    try records.put(x)
    try records.put(y)
    try records.put(UInt32(zoom))
    try records.put(UInt32(0))
    nextChild += UInt32(childCount)
  }

  /// Adds a child of a cluster.
  package mutating func add(_ child: MembersChild) throws {
    switch child {
    case .cluster(let cluster): try records.put(cluster)
    case .leaf(let leaf): try records.put(leaf | MembersFormat.leafBit)
    }
  }

  /// Adds a leaf at a position in world grid units.
  package mutating func addLeaf(id: UInt64, x: UInt32, y: UInt32) throws {
    try records.put(id)
    try records.put(x)
    try records.put(y)
  }

  /// Begins the properties of the next leaf.
  package mutating func beginProperties() throws { try tagOffsets.put(tags.offset - offsets[4]) }

  /// Adds a property of a leaf by its indices in the tables.
  package mutating func addProperty(key: UInt32, value: UInt32) throws {
    try tags.put(varint: keys.number(key))
    try tags.put(varint: values.number(value))
  }

  /// Writes what is left: the keys and values, and the header, since only then are their sizes known.
  package mutating func finish() throws {
    var offsets = offsets
    if let tables {
      try beginProperties()
      try tagOffsets.flush()
      try tags.flush()
      offsets += try writeValues(tables.keys, tables.values)
    } else {
      offsets += [offsets[4], offsets[4]]
    }
    try records.flush()
    try writeHeader(offsets)
  }

  /// The keys and values in the order of their first use, and before them their offsets. Returns where both begin.
  private func writeValues(_ keyTable: ValueTable, _ valueTable: ValueTable) throws -> [UInt64] {
    var positions = MembersOutput(file, at: tags.offset)
    let first = tags.offset + UInt64((keys.order.count + values.order.count + 1) * MembersFormat.offsetBytes)
    var out = MembersOutput(file, at: first)
    for (order, table) in [(keys.order, keyTable), (values.order, valueTable)] {
      for index in order {
        try positions.put(out.offset - first)
        try table.withPayload(index) { kind, payload in
          try out.put(kind.rawValue)
          try out.put(payload)
        }
      }
    }
    try positions.put(out.offset - first)
    try positions.flush()
    try out.flush()
    return [tags.offset, first]
  }

  private func writeHeader(_ offsets: [UInt64]) throws {
    var out = MembersOutput(file, at: 0)
    try MembersFormat.magic.withUnsafeBytes { try out.put($0) }
    try out.put(MembersFormat.version)
    let onlyIDs = hasOnlyIDs ? MembersFormat.hasOnlyIDs : 0
    try out.put(tables == nil ? 0 : MembersFormat.hasProperties | onlyIDs)
    for count in counts + [keys.order.count, values.order.count] { try out.put(UInt64(count)) }
    for offset in offsets { try out.put(offset) }
    try out.flush()
  }
}

/// Numbers indices in the order of their first use.
private struct FirstUse {
  private(set) var order: [UInt32] = []
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
