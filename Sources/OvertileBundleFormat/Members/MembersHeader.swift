import OvertileCore
import OvertileTileArchive

/// The header of a members file, checked against the file's size.
package struct MembersHeader: Sendable {
  /// One section: records of equal size.
  package struct Section: Sendable, Hashable {
    /// Bytes from the start of the file.
    package var offset = 0
    /// Bytes of a record.
    package var recordBytes = 1
    /// The number of records.
    package var count = 0
  }

  /// Whether leaves have properties.
  package let hasProperties: Bool
  /// Whether these are the ids of the source alone.
  package let hasOnlyIDs: Bool
  /// The number of keys.
  package let keys: Int
  /// The number of values.
  package let values: Int
  /// The clusters.
  package let clusters: Section
  /// The children.
  package let children: Section
  /// The leaves.
  package let leaves: Section
  /// The offset of each leaf's tags.
  package let tagOffsets: Section
  /// The tags, byte by byte.
  package let tags: Section
  /// The offset of each key and value.
  package let valueOffsets: Section
  /// The keys and values, byte by byte.
  package let valueBytes: Section

  /// Reads the first `MembersFormat.headerBytes` bytes of a file of a size in bytes. `path` is the file in errors.
  ///
  /// - Throws: `BundleError.damaged`.
  package init(_ bytes: [UInt8], size: UInt64, path: String) throws {
    let damaged = { (reason: String) in BundleError.damaged(path, reason: reason) }
    guard bytes.count >= MembersFormat.headerBytes, bytes.starts(with: MembersFormat.magic) else {
      throw damaged("the file is not a members file")
    }
    let version: UInt32 = bytes.littleEndian(at: 8)
    guard version == MembersFormat.version else {
      throw damaged("version \(version) of the members file is not supported")
    }
    let flags: UInt32 = bytes.littleEndian(at: 12)
    hasProperties = flags & MembersFormat.hasProperties != 0
    hasOnlyIDs = flags & MembersFormat.hasOnlyIDs != 0
    let words: [UInt64] = (0..<12).map { bytes.littleEndian(at: 16 + $0 * 8) }
    // Below 2^48 the sums that follow do not overflow.
    let limit = min(size, 1 << 48)
    guard words.allSatisfy({ $0 <= limit }), zip(words[5...], words[6...]).allSatisfy({ $0 <= $1 }) else {
      throw damaged("the sections extend past the end of the file")
    }
    let counts = words[..<5].map { Int($0) }
    let offsets = words[5...].map { Int($0) } + [Int(limit)]
    (keys, values) = (counts[3], counts[4])
    let records = [
      (MembersFormat.clusterBytes, counts[0]), (4, counts[1]), (MembersFormat.leafBytes, counts[2]),
      (8, hasProperties ? counts[2] + 1 : 0), (1, offsets[5] - offsets[4]),
      (8, hasProperties ? counts[3] + counts[4] + 1 : 0), (1, offsets[7] - offsets[6]),
    ]
    let sections = records.indices.map {
      Section(offset: offsets[$0], recordBytes: records[$0].0, count: records[$0].1)
    }
    guard zip(sections, offsets.dropFirst()).allSatisfy({ $0.offset + $0.count * $0.recordBytes <= $1 }) else {
      throw damaged("the counts do not match the sizes of the sections")
    }
    (clusters, children, leaves) = (sections[0], sections[1], sections[2])
    (tagOffsets, tags, valueOffsets, valueBytes) = (sections[3], sections[4], sections[5], sections[6])
  }
}

extension MembersHeader {
  /// The range of an entry's bytes in a section, between two numbers of its table of offsets. `what` is the entry in errors.
  ///
  /// - Throws: `BundleError.damaged` if it is not one.
  package func range(
    _ start: UInt64, _ end: UInt64, in section: Section, _ what: String, path: String
  ) throws -> Range<Int> {
    guard start <= end, end <= UInt64(section.count) else {
      throw BundleError.damaged(path, reason: "\(what) extends past the end of its section")
    }
    return Int(start)..<Int(end)
  }

  /// The properties of a leaf from the bytes of their list: the indices of their keys and values.
  ///
  /// - Throws: `BundleError.damaged` if the list ends inside a number, or there is no such key or value.
  package func properties(ofLeaf leaf: Int, _ list: [UInt8], path: String) throws -> [(key: Int, value: Int)] {
    var rest = list[...]
    func number() throws -> Int {
      guard let number = try? Varint.read(nextByte: { rest.popFirst() }), let number = Int(exactly: number) else {
        throw BundleError.damaged(path, reason: "a number in the properties is truncated")
      }
      return number
    }
    var properties: [(key: Int, value: Int)] = []
    while !rest.isEmpty {
      let (key, value) = (try number(), try number())
      guard key < keys, value < values else {
        throw BundleError.damaged(path, reason: "leaf \(leaf) refers to a key or value that does not exist")
      }
      properties.append((key, value))
    }
    return properties
  }
}
