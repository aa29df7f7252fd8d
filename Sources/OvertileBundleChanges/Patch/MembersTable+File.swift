import OvertileBundleFormat

extension MembersTable {
  /// The members file of these columns, at most `limit` bytes. O(bytes).
  func fileBytes(limit: Int, name: String) throws -> [UInt8] {
    var tagBytes: [UInt8] = []
    var tagOffsets: [Int] = []
    for leaf in tagStarts.indices.dropLast() {
      tagOffsets.append(tagBytes.count)
      for tag in tags[tagStarts[leaf]..<tagStarts[leaf + 1]] {
        tagBytes.append(varint: UInt64(tag.key))
        tagBytes.append(varint: UInt64(tag.value))
      }
    }
    if !tagStarts.isEmpty { tagOffsets.append(tagBytes.count) }
    let valueOffsets = tagStarts.isEmpty ? [] : self.valueOffsets
    let sizes = [
      0, clusterIDs.count * MembersFormat.clusterBytes, children.count * MembersFormat.childBytes,
      leafIDs.count * MembersFormat.leafBytes, tagOffsets.count * MembersFormat.offsetBytes, tagBytes.count,
      valueOffsets.count * MembersFormat.offsetBytes,
    ]
    let total = MembersFormat.headerBytes + sizes.reduce(0, +) + (valueOffsets.last ?? 0)
    guard total <= limit else { throw ChangesError("\(name): it would take \(total) bytes, not \(limit)") }
    var out: [UInt8] = []
    out.reserveCapacity(total)
    appendHeader(sizes, to: &out)
    appendClusters(to: &out)
    for child in children { out.append(word: child) }
    for leaf in leafIDs.indices {
      out.append(word: leafIDs[leaf])
      out.append(word: leafPositions[leaf])
    }
    for offset in tagOffsets { out.append(word: UInt64(offset)) }
    out += tagBytes
    for offset in valueOffsets { out.append(word: UInt64(offset)) }
    if !tagStarts.isEmpty { out += keys.joined() + values }
    return out
  }

  /// Per key, per value and one more: its offset.
  private var valueOffsets: [Int] {
    var offsets: [Int] = []
    var position = 0
    for key in keys {
      offsets.append(position)
      position += key.count
    }
    return offsets + valueStarts.map { position + $0 }
  }

  private func appendHeader(_ sizes: [Int], to out: inout [UInt8]) {
    out += MembersFormat.magic + head
    let valueCount = tagStarts.isEmpty ? 0 : valueStarts.count - 1
    for count in [clusterIDs.count, children.count, leafIDs.count, tagStarts.isEmpty ? 0 : keys.count, valueCount] {
      out.append(word: UInt64(count))
    }
    var offset = MembersFormat.headerBytes
    for size in sizes {
      offset += size
      out.append(word: UInt64(offset))
    }
  }

  private func appendClusters(to out: inout [UInt8]) {
    var child: UInt32 = 0
    for cluster in clusterIDs.indices {
      out.append(word: clusterIDs[cluster])
      out.append(word: clusterLeaves[cluster].first)
      out.append(word: clusterLeaves[cluster].count)
      out.append(word: child)
      out.append(word: childCounts[cluster])
      out.append(word: clusterPositions[cluster])
      out.append(word: clusterZooms[cluster])
      out.append(word: UInt32(0))
      child &+= childCounts[cluster]
    }
  }
}
