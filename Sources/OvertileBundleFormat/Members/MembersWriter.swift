import Foundation
import OvertileCore

/// Writes the members file of a layer; see `MembersFormat`. Equal members have equal bytes.
///
/// Memory: 8 bytes a value of the properties and a few buffers, beside the source.
package struct MembersWriter<Source: MembersSource>: ~Copyable {
  private let source: Source
  private let file: NewFile
  /// The offset of the next section.
  private var end = UInt64(MembersFormat.headerBytes)
  private var offsets: [UInt64] = []
  private var keys: FirstUse
  private var values: FirstUse

  /// Writes members to a new file. O(their size).
  ///
  /// - Throws: `ArchiveError`, or the errors of the source.
  package static func write(_ members: Source, to url: URL) throws {
    var writer = MembersWriter(members, file: try NewFile(url.path))
    try writer.writeSections()
  }

  private init(_ source: Source, file: NewFile) {
    self.source = source
    self.file = file
    keys = FirstUse(count: source.tables?.keys.count ?? 0)
    values = FirstUse(count: source.tables?.values.count ?? 0)
  }

  /// All sections, and the header last, since only then is their size known.
  private mutating func writeSections() throws {
    try section { writer, out in try writer.writeClusters(&out) }
    try section { writer, out in try writer.writeChildren(&out) }
    try section { writer, out in try writer.writeLeaves(&out) }
    if let tables = source.tables {
      try writeTags()
      try writeValues(tables.keys, tables.values)
    } else {
      offsets += Array(repeating: end, count: 4)
    }
    try writeHeader()
  }

  /// Writes one section after the last one.
  private mutating func section(
    _ write: (inout MembersWriter, inout MembersOutput) throws -> Void
  ) throws {
    var out = MembersOutput(file, at: end)
    try write(&self, &out)
    try out.flush()
    offsets.append(end)
    end = out.offset
  }

  private func writeClusters(_ out: inout MembersOutput) throws {
    var child: UInt32 = 0
    var run: [MembersCluster] = []
    for clusters in Self.runs(source.clusterCount) {
      run.removeAll(keepingCapacity: true)
      source.append(clusters: clusters, to: &run)
      for cluster in run {
        try out.put(cluster.id)
        try out.put(cluster.leaves.lowerBound)
        try out.put(UInt32(cluster.leaves.count))
        try out.put(child)
        try out.put(UInt32(cluster.childCount))
        try out.put(cluster.x)
        try out.put(cluster.y)
        try out.put(UInt32(cluster.zoom))
        try out.put(UInt32(0))
        child += UInt32(cluster.childCount)
      }
    }
  }

  private func writeChildren(_ out: inout MembersOutput) throws {
    var run: [MembersChild] = []
    for clusters in Self.runs(source.clusterCount) {
      run.removeAll(keepingCapacity: true)
      source.append(childrenOf: clusters, to: &run)
      for child in run {
        switch child {
        case .cluster(let cluster): try out.put(cluster)
        case .leaf(let leaf): try out.put(leaf | MembersFormat.leafBit)
        }
      }
    }
  }

  private func writeLeaves(_ out: inout MembersOutput) throws {
    var run: [MembersLeaf] = []
    for leaves in Self.runs(source.leafCount) {
      run.removeAll(keepingCapacity: true)
      source.append(leaves: leaves, to: &run)
      for leaf in run {
        try out.put(leaf.id)
        try out.put(leaf.x)
        try out.put(leaf.y)
      }
    }
  }

  /// The tags, and at the same time, before them in the file, their offsets, which are of known size.
  private mutating func writeTags() throws {
    var positions = MembersOutput(file, at: end)
    let first = end + UInt64(source.leafCount + 1) * 8
    var tags = MembersOutput(file, at: first)
    var run = MembersTags()
    for leaves in Self.runs(source.leafCount) {
      run.removeAll()
      try source.append(tagsOf: leaves, to: &run)
      var start = 0
      for end in run.ends {
        try positions.put(tags.offset - first)
        for entry in start..<end {
          try tags.put(varint: keys.number(run.keys[entry]))
          try tags.put(varint: values.number(run.values[entry]))
        }
        start = end
      }
    }
    try positions.put(tags.offset - first)
    try positions.flush()
    try tags.flush()
    offsets += [end, first]
    end = tags.offset
  }

  /// The keys and values in the order of their first use, and before them their offsets.
  private mutating func writeValues(_ keyTable: ValueTable, _ valueTable: ValueTable) throws {
    var positions = MembersOutput(file, at: end)
    let first = end + UInt64(keys.order.count + values.order.count + 1) * 8
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
    offsets += [end, first]
    end = out.offset
  }

  /// The indices below a count in runs of some thousands.
  private static func runs(_ count: Int) -> some Sequence<Range<Int>> {
    stride(from: 0, to: count, by: 4096).lazy.map { $0..<min($0 + 4096, count) }
  }

  private func writeHeader() throws {
    var out = MembersOutput(file, at: 0)
    try MembersFormat.magic.withUnsafeBytes { try out.put($0) }
    try out.put(MembersFormat.version)
    let onlyIDs = source.hasOnlyIDs ? MembersFormat.hasOnlyIDs : 0
    try out.put(source.tables == nil ? 0 : MembersFormat.hasProperties | onlyIDs)
    let counts = [source.clusterCount, source.childCount, source.leafCount, keys.order.count, values.order.count]
    for count in counts { try out.put(UInt64(count)) }
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
