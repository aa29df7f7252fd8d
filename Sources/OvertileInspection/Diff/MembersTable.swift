import OvertileBundleFormat

/// The columns of a members file, whose layout is that of `MembersFormat`.
///
/// Only files in exactly the form of the writer are read: sections one after another, children counted up,
/// values numbered by their first use. Any other file has no table.
struct MembersTable {
  /// Version and flags, unchanged.
  var head: [UInt8] = []
  /// Kind and payload of each key.
  var keys: [[UInt8]] = []
  /// Per leaf.
  var leafIDs: [UInt64] = []
  /// Per leaf: x in the lower half, y in the upper.
  var leafPositions: [UInt64] = []
  /// Per leaf and one more: the offset of its tags; empty without properties.
  var tagStarts: [Int] = []
  /// Key and value index of each tag.
  var tags: [(key: UInt32, value: UInt32)] = []
  /// Kind and payload of all values, and the offset of each.
  var values: [UInt8] = []
  var valueStarts: [Int] = [0]
  /// Per cluster, ascending.
  var clusterIDs: [UInt64] = []
  var clusterPositions: [UInt64] = []
  var clusterZooms: [UInt32] = []
  /// Per cluster: first leaf and number of leaves.
  var clusterLeaves: [(first: UInt32, count: UInt32)] = []
  /// Per cluster: number of children.
  var childCounts: [UInt32] = []
  /// Per child: the index of a cluster, or of a leaf with the highest bit set.
  var children: [UInt32] = []

  /// An empty table.
  init() {}

  /// Reads a file's bytes. O(bytes).
  ///
  /// - Throws: `ChangesError` if they have another form.
  init(_ bytes: UnsafeRawBufferPointer, name: String) throws {
    var reader = ByteReader(bytes, name: name)
    guard Array(try reader.take(MembersFormat.magic.count)) == MembersFormat.magic else {
      throw reader.fault("this is not a members file")
    }
    head = Array(try reader.take(8))
    let counts = try (0..<MembersFormat.counts).map { _ in
      let count: UInt64 = try reader.word()
      guard count <= UInt64(bytes.count) else {
        throw reader.fault("the header counts more entries than the file can contain")
      }
      return Int(count)
    }
    let offsets = try (0..<MembersFormat.sections).map { _ in try reader.word(UInt64.self) }
    try readClusters(&reader, count: counts[0])
    for _ in 0..<counts[1] { children.append(try reader.word()) }
    try readLeaves(&reader, count: counts[2])
    let hasProperties = head[4] & UInt8(MembersFormat.hasProperties) != 0
    let tagsAt = try readTags(&reader, hasProperties: hasProperties, end: offsets[5])
    let valueWords = hasProperties ? counts[3] + counts[4] + 1 : 0
    try readValues(&reader, words: valueWords, keys: counts[3])
    let sizes = [
      MembersFormat.headerBytes, counts[0] * MembersFormat.clusterBytes, counts[1] * MembersFormat.childBytes,
      counts[2] * MembersFormat.leafBytes, hasProperties ? (counts[2] + 1) * MembersFormat.offsetBytes : 0, tagsAt,
      valueWords * MembersFormat.offsetBytes,
    ]
    var sum = 0
    for (size, offset) in zip(sizes, offsets) {
      sum += size
      guard offset == UInt64(sum) else { throw reader.fault("the sections are not in the expected order") }
    }
    guard reader.remaining == 0 else { throw reader.fault("there are unexpected bytes after the last section") }
    try checkReferences(reader)
  }

  private mutating func readClusters(_ reader: inout ByteReader, count: Int) throws {
    var nextChild: UInt32 = 0
    for _ in 0..<count {
      clusterIDs.append(try reader.word())
      clusterLeaves.append((try reader.word(), try reader.word()))
      let (first, size): (UInt32, UInt32) = (try reader.word(), try reader.word())
      let (end, overflow) = first.addingReportingOverflow(size)
      guard first == nextChild, !overflow else { throw reader.fault("the children are not in the expected order") }
      nextChild = end
      childCounts.append(size)
      clusterPositions.append(try reader.word())
      clusterZooms.append(try reader.word())
      guard try reader.word(UInt32.self) == 0 else { throw reader.fault("a reserved field is not 0") }
    }
  }

  private mutating func readLeaves(_ reader: inout ByteReader, count: Int) throws {
    for _ in 0..<count {
      leafIDs.append(try reader.word())
      leafPositions.append(try reader.word())
    }
  }

  /// Reads tag offsets and tags; returns the size of the tags in bytes.
  private mutating func readTags(_ reader: inout ByteReader, hasProperties: Bool, end: UInt64) throws -> Int {
    guard hasProperties else { return 0 }
    let starts = try (0...leafIDs.count).map { _ in try reader.word(UInt64.self) }
    let origin = reader.position
    for index in leafIDs.indices {
      guard UInt64(reader.position - origin) == starts[index] else { throw reader.fault("the tags have gaps") }
      tagStarts.append(tags.count)
      while UInt64(reader.position - origin) < starts[index + 1] {
        tags.append((UInt32(try reader.count(upTo: Int(UInt32.max))), UInt32(try reader.count(upTo: Int(UInt32.max)))))
      }
    }
    tagStarts.append(tags.count)
    guard UInt64(reader.position - origin) == starts[leafIDs.count] else { throw reader.fault("the tags have gaps") }
    return reader.position - origin
  }

  private mutating func readValues(_ reader: inout ByteReader, words: Int, keys keyCount: Int) throws {
    guard words > 0 else { return }
    guard words <= reader.remaining / MembersFormat.offsetBytes else { throw reader.fault("the values have gaps") }
    let starts = try (0..<words).map { _ in try reader.word(UInt64.self) }
    let origin = reader.position
    for index in 0..<words - 1 {
      guard UInt64(reader.position - origin) == starts[index], starts[index + 1] > starts[index],
        let size = Int(exactly: starts[index + 1] - starts[index])
      else { throw reader.fault("the values have gaps") }
      let value = try reader.take(size)
      if index < keyCount {
        keys.append(Array(value))
      } else {
        values.append(contentsOf: value)
        valueStarts.append(values.count)
      }
    }
    guard UInt64(reader.position - origin) == starts[words - 1] else { throw reader.fault("the values have gaps") }
  }

  private func checkReferences(_ reader: ByteReader) throws {
    guard childCounts.reduce(0, { $0 + Int($1) }) == children.count,
      clusterLeaves.allSatisfy({ Int($0.first) < leafIDs.count }),
      children.allSatisfy({
        Int($0 & ~MembersFormat.leafBit) < ($0 & MembersFormat.leafBit != 0 ? leafIDs.count : clusterIDs.count)
      }), zip(clusterIDs, clusterIDs.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw reader.fault("a reference is out of range") }
    let valueCount = valueStarts.count - 1
    let isSound = tags.allSatisfy { Int($0.key) < keys.count && Int($0.value) < valueCount }
    guard isSound else { throw reader.fault("a tag refers to a missing key or value") }
  }
}
