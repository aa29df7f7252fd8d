/// The file of a cluster layer's members: the clusters and points that each cluster is made of.
///
/// All integers are little endian. The file is, in this order:
///
/// | section | entries |
/// |---|---|
/// | header | `MembersFormat.magic`, version u32, flags u32 (1: leaves have properties; 2: these are the original ids alone), counts of clusters u64, children u64, leaves u64, keys u64, values u64, and the offsets of the seven sections below, u64 each |
/// | clusters | per cluster, ascending by id: id u64, first leaf u32, leaves u32, first child u32, children u32, x u32, y u32, zoom u32, reserved u32 |
/// | children | per child u32: the index of a cluster, or, with the highest bit set, of a leaf |
/// | leaves | per leaf: id u64, x u32, y u32; a cluster's leaves are successive |
/// | tag offsets | per leaf and one more: the offset u64 in the tags |
/// | tags | per leaf and property: key index and value index, as varints |
/// | value offsets | per key, per value and one more: the offset u64 in the values |
/// | values | per key, then per value: the kind's byte (`PropertyKind`) and the payload |
///
/// x and y are world grid units. Without properties the last four sections are empty.
package enum MembersFormat {
  /// The first eight bytes of the file.
  package static let magic: [UInt8] = Array("OVTMEMB1".utf8)
  /// The version that this library writes.
  package static let version: UInt32 = 1
  /// The flag for leaves that have properties.
  package static let hasProperties: UInt32 = 1
  /// The flag for leaves whose properties are the ids of the source alone.
  package static let hasOnlyIDs: UInt32 = 2
  /// The size of the header in bytes.
  package static let headerBytes = 8 + 8 + 5 * 8 + 7 * 8
  /// The size of a cluster's record in bytes.
  package static let clusterBytes = 40
  /// The size of a child's record in bytes.
  package static let childBytes = 4
  /// The size of a leaf's record in bytes.
  package static let leafBytes = 16
  /// The size of an entry of the tables of offsets in bytes.
  package static let offsetBytes = 8
  /// Marks a child that is a leaf.
  package static let leafBit: UInt32 = 1 << 31
}
