import OvertileBundleFormat
import OvertileSearching

/// A members file without indices: a reference to a leaf, a cluster or a value names it instead.
///
/// In the file every inserted leaf shifts the numbers of all that follow; here an unchanged cluster or leaf has the same
/// bytes whatever else changes, so a delta finds it. The form can be turned back exactly.
///
/// It holds: version and flags (8 bytes); the number of keys and each with its size; the number of leaves; the number of
/// clusters; per leaf its id, x, y, and, with properties, the number of tags and per tag the key's index and the value
/// with its size; per cluster its id, x, y, zoom, number of leaves, first leaf, number of children and these. A leaf is
/// named by its id and its rank among leaves with the same id, from 0; as a child that rank counts from 1, and 0 means
/// a cluster. Ids and positions are fixed words, other numbers in base 128.
enum MembersForm {
  /// The form of a members file, or nil if the file cannot be brought into it and back. O(n log n).
  static func normalized(_ file: UnsafeRawBufferPointer) throws -> [UInt8]? {
    guard let table = try? MembersTable(file, name: "members") else { return nil }
    guard let form = encode(table, limit: limit(fileBytes: file.count)) else { return nil }
    guard let back = try? restored(form, limit: file.count, name: "members") else { return nil }
    let isExact = back.withUnsafeBytes { $0.count == file.count && $0.elementsEqual(file) }
    return isExact ? form : nil
  }

  /// The most bytes of a form of a file: values that many leaves share are repeated at each of them.
  static func limit(fileBytes: Int) -> Int { min(fileBytes, 1 << 48) * 8 + (1 << 20) }

  private static func encode(_ table: MembersTable, limit: Int) -> [UInt8]? {
    var out = table.head
    out.append(varint: UInt64(table.keys.count))
    for key in table.keys {
      out.append(varint: UInt64(key.count))
      out += key
    }
    out.append(varint: UInt64(table.leafIDs.count))
    out.append(varint: UInt64(table.clusterIDs.count))
    for leaf in table.leafIDs.indices {
      append(leaf, of: table, to: &out)
      if out.count > limit { return nil }
    }
    let names = LeafNames(table.leafIDs)
    var child = 0
    for cluster in table.clusterIDs.indices {
      append(cluster, firstChild: child, of: table, names, to: &out)
      child += Int(table.childCounts[cluster])
      if out.count > limit { return nil }
    }
    return out
  }

  private static func append(_ leaf: Int, of table: MembersTable, to out: inout [UInt8]) {
    out.append(word: table.leafIDs[leaf])
    out.append(word: table.leafPositions[leaf])
    guard !table.tagStarts.isEmpty else { return }
    let tags = table.tagStarts[leaf]..<table.tagStarts[leaf + 1]
    out.append(varint: UInt64(tags.count))
    for tag in tags {
      let value = Int(table.tags[tag].value)
      let bytes = table.valueStarts[value]..<table.valueStarts[value + 1]
      out.append(varint: UInt64(table.tags[tag].key))
      out.append(varint: UInt64(bytes.count))
      out.append(contentsOf: table.values[bytes])
    }
  }

  private static func append(
    _ cluster: Int, firstChild: Int, of table: MembersTable, _ names: LeafNames, to out: inout [UInt8]
  ) {
    let leaves = table.clusterLeaves[cluster]
    out.append(word: table.clusterIDs[cluster])
    out.append(word: table.clusterPositions[cluster])
    out.append(varint: UInt64(table.clusterZooms[cluster]))
    out.append(varint: UInt64(leaves.count))
    out.append(word: table.leafIDs[Int(leaves.first)])
    out.append(varint: UInt64(names.ordinal(of: Int(leaves.first))))
    out.append(varint: UInt64(table.childCounts[cluster]))
    for child in firstChild..<firstChild + Int(table.childCounts[cluster]) {
      let reference = table.children[child]
      let index = Int(reference & ~MembersFormat.leafBit)
      if reference & MembersFormat.leafBit != 0 {
        out.append(word: table.leafIDs[index])
        out.append(varint: UInt64(names.ordinal(of: index)) + 1)
      } else {
        out.append(word: table.clusterIDs[index])
        out.append(0)
      }
    }
  }

  /// The file of a form, at most `limit` bytes. O(n log n).
  ///
  /// - Throws: `ChangesError` if the bytes are not a form.
  static func restored(_ form: [UInt8], limit: Int, name: String) throws -> [UInt8] {
    try form.withUnsafeBytes { bytes in
      var decoder = MembersFormDecoder(bytes, name: name)
      let table = try decoder.decoded()
      return try table.fileBytes(limit: limit, name: name)
    }
  }
}

/// Names leaves by id and by rank among leaves with the same id, in the order of the file.
struct LeafNames {
  private let ids: [UInt64]
  /// The leaves by id, then by index.
  private let order: [UInt32]
  /// Per leaf: its rank among those with its id.
  private var ordinals: [UInt32]

  /// Collects the leaves' ids. O(n log n).
  init(_ ids: [UInt64]) {
    self.ids = ids
    order = ids.indices.map { UInt32($0) }.sorted { a, b in
      let (first, second) = (ids[Int(a)], ids[Int(b)])
      return first == second ? a < b : first < second
    }
    ordinals = Array(repeating: 0, count: ids.count)
    for (leaf, next) in zip(order, order.dropFirst()) where ids[Int(leaf)] == ids[Int(next)] {
      ordinals[Int(next)] = ordinals[Int(leaf)] + 1
    }
  }

  /// The rank of a leaf among those with its id.
  func ordinal(of leaf: Int) -> UInt32 { ordinals[leaf] }

  /// The leaf of a name, or nil. O(log n).
  func index(id: UInt64, ordinal: Int) -> UInt32? {
    let first = order.partitioningIndex { ids[Int($0)] >= id }
    guard ordinal < order.count - first, ids[Int(order[first + ordinal])] == id else { return nil }
    return order[first + ordinal]
  }
}
