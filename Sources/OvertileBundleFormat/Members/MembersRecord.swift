import MapMath
import OvertileCore
import OvertileTileArchive

/// The record of a cluster: the cluster itself, and the ranges of its leaves and children.
package struct MembersRecord {
  /// The cluster.
  package let cluster: MembersReader.Cluster
  /// Its leaves.
  package let leaves: Range<Int>
  /// Its children, a run of the section of children.
  package let children: Range<Int>

  /// Reads the record of a cluster at an offset of some bytes, which hold it.
  ///
  /// - Throws: `BundleError.damaged` if its members are beyond the end.
  package init(_ bytes: [UInt8], at offset: Int, index: Int, header: MembersHeader, path: String) throws {
    let id: UInt64 = bytes.littleEndian(at: offset)
    let numbers = (0..<7).map { field -> Int in
      let number: UInt32 = bytes.littleEndian(at: offset + 8 + field * 4)
      return Int(number)
    }
    guard numbers[0] + numbers[1] <= header.leaves.count, numbers[2] + numbers[3] <= header.children.count else {
      throw BundleError.damaged(path, reason: "the members of cluster \(index) extend past the end of the file")
    }
    leaves = numbers[0]..<numbers[0] + numbers[1]
    children = numbers[2]..<numbers[2] + numbers[3]
    let position = WorldPoint(x: UInt32(numbers[4]), y: UInt32(numbers[5]))
    cluster = MembersReader.Cluster(id: id, position: position, zoom: numbers[6], pointCount: numbers[1])
  }
}

/// One child of a cluster.
package enum MembersChild: Sendable, Hashable {
  /// The index of a cluster.
  case cluster(UInt32)
  /// The index of a leaf.
  case leaf(UInt32)

  /// The child of a number in a file.
  package init(_ number: UInt32) {
    let isLeaf = number & MembersFormat.leafBit != 0
    self = isLeaf ? .leaf(number & ~MembersFormat.leafBit) : .cluster(number)
  }
}

/// A value of the properties of leaves: the kind's byte and the payload.
package enum MembersValue {
  /// The value in some bytes, or nil if they hold none.
  package static func decode(_ bytes: [UInt8]) -> PropertyValue? {
    guard let kind = bytes.first.flatMap(PropertyKind.init(rawValue:)) else { return nil }
    let size = bytes.count - 1
    switch kind {
    case .null: return .null
    case .bool: return size == 1 ? .bool(bytes[1] == 1) : nil
    case .int: return size == 8 ? .int(bytes.littleEndian(at: 1)) : nil
    case .uint: return size == 8 ? .uint(bytes.littleEndian(at: 1)) : nil
    case .double: return size == 8 ? .double(Double(bitPattern: bytes.littleEndian(at: 1))) : nil
    // An array or object is its text, as in the tiles, which have no other form for it.
    case .string, .json: return .string(String(decoding: bytes[1...], as: UTF8.self))
    }
  }
}
