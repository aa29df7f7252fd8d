import Features
import Foundation
import MapMath

/// Reads the members file of a layer: children of a cluster, and its leaves page by page.
///
/// The file is mapped, not loaded; each call touches what it returns. Damaged files give `BundleError.damaged`.
public struct MembersReader: Sendable {
  /// A cluster among members.
  public struct Cluster: Sendable, Hashable {
    /// The id, as in the tiles.
    public var id: UInt64
    /// The marker's position.
    public var position: WorldPoint
    /// The zoom at which the cluster was made; one zoom on it falls apart.
    public var zoom: Int
    /// The number of its points.
    public var pointCount: Int
  }

  /// A point among members.
  public struct Leaf: Sendable, Hashable {
    /// The id, as in the tiles.
    public var id: UInt64
    /// The position.
    public var position: WorldPoint
    /// The properties, empty when the bundle keeps ids only.
    public var properties: [String: PropertyValue]
  }

  /// One child of a cluster.
  public enum Member: Sendable, Hashable {
    /// A cluster of the next zooms.
    case cluster(Cluster)
    /// A point.
    case leaf(Leaf)
  }

  private let data: Data
  private let path: String
  private let header: Header

  /// Opens a file and checks its header.
  public init(contentsOf url: URL) throws {
    path = url.path
    do {
      data = try Data(contentsOf: url, options: .alwaysMapped)
    } catch {
      throw BundleError.damaged(url.path, reason: "it cannot be read")
    }
    header = try Header(data, path: url.path)
  }

  /// The number of clusters.
  public var clusterCount: Int { header.clusters }

  /// The number of points of the layer.
  public var leafCount: Int { header.leaves }

  /// The cluster at an index, ascending by id.
  public func cluster(at index: Int) throws -> Cluster { try record(index).cluster }

  /// The cluster with an id, or nil. O(log clusters).
  public func cluster(id: UInt64) throws -> Cluster? { try find(id).map { try record($0).cluster } }

  /// The children of a cluster: what stands in its place one zoom on. O(children); nil for an unknown id.
  public func children(of id: UInt64) throws -> [Member]? {
    guard let index = try find(id) else { return nil }
    let record = try record(index)
    return try record.children.map { position in
      let child: UInt32 = try word(at: header.childrenOffset + position * 4)
      if child & MembersFormat.leafBit != 0 { return .leaf(try leaf(Int(child & ~MembersFormat.leafBit))) }
      return .cluster(try self.record(Int(child)).cluster)
    }
  }

  /// Some leaves of a cluster, from an offset; the order never changes. O(limit); nil for an unknown id.
  public func leaves(of id: UInt64, offset: Int = 0, limit: Int) throws -> [Leaf]? {
    guard let index = try find(id) else { return nil }
    let all = try record(index).leaves
    return try all.dropFirst(max(0, offset)).prefix(max(0, limit)).map { try leaf($0) }
  }

  private struct Record {
    var cluster: Cluster
    var leaves: Range<Int>
    var children: Range<Int>
  }

  private func record(_ index: Int) throws -> Record {
    guard index >= 0, index < header.clusters else { throw damaged("there is no cluster \(index)") }
    let start = header.clustersOffset + index * MembersFormat.clusterBytes
    let id: UInt64 = try word(at: start)
    let numbers: [Int] = try (0..<7).map { field in
      let number: UInt32 = try word(at: start + 8 + field * 4)
      return Int(number)
    }
    guard numbers[0] + numbers[1] <= header.leaves, numbers[2] + numbers[3] <= header.children else {
      throw damaged("the members of cluster \(index) are beyond the end")
    }
    let position = WorldPoint(x: UInt32(numbers[4]), y: UInt32(numbers[5]))
    return Record(
      cluster: Cluster(id: id, position: position, zoom: numbers[6], pointCount: numbers[1]),
      leaves: numbers[0]..<numbers[0] + numbers[1], children: numbers[2]..<numbers[2] + numbers[3])
  }

  private func find(_ id: UInt64) throws -> Int? {
    var low = 0
    var high = header.clusters
    while low < high {
      let middle = (low + high) / 2
      let here: UInt64 = try word(at: header.clustersOffset + middle * MembersFormat.clusterBytes)
      if here == id { return middle }
      if here < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func leaf(_ index: Int) throws -> Leaf {
    guard index < header.leaves else { throw damaged("there is no leaf \(index)") }
    let start = header.leavesOffset + index * MembersFormat.leafBytes
    let id: UInt64 = try word(at: start)
    let x: UInt32 = try word(at: start + 8)
    let y: UInt32 = try word(at: start + 12)
    return Leaf(id: id, position: WorldPoint(x: x, y: y), properties: try properties(ofLeaf: index))
  }

  private func properties(ofLeaf index: Int) throws -> [String: PropertyValue] {
    guard header.hasProperties else { return [:] }
    let start: UInt64 = try word(at: header.tagOffsetsOffset + index * 8)
    let end: UInt64 = try word(at: header.tagOffsetsOffset + index * 8 + 8)
    let size = UInt64(header.valueOffsetsOffset - header.tagsOffset)
    guard start <= end, end <= size else { throw damaged("the properties of leaf \(index) are beyond the end") }
    var position = header.tagsOffset + Int(start)
    let last = header.tagsOffset + Int(end)
    var properties: [String: PropertyValue] = [:]
    while position < last {
      let key = try varint(&position, end: last)
      let value = try varint(&position, end: last)
      guard key < header.keys, value < header.values else { throw damaged("leaf \(index) names an unknown value") }
      guard case .string(let name) = try entry(key) else { throw damaged("key \(key) is not a string") }
      properties[name] = try entry(header.keys + value)
    }
    return properties
  }

  private func varint(_ position: inout Int, end: Int) throws -> Int {
    var result = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard position < end else { break }
      let byte: UInt8 = try word(at: position)
      position += 1
      result |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
    }
    throw damaged("a number in the properties does not end")
  }

  private func entry(_ index: Int) throws -> PropertyValue {
    let start: UInt64 = try word(at: header.valueOffsetsOffset + index * 8)
    let end: UInt64 = try word(at: header.valueOffsetsOffset + index * 8 + 8)
    let size = UInt64(data.count - header.valuesOffset)
    guard start < end, end <= size else { throw damaged("value \(index) is beyond the end") }
    let bytes = data.subdata(in: header.valuesOffset + Int(start)..<header.valuesOffset + Int(end))
    guard let kind = bytes.first.flatMap(PropertyKind.init(rawValue:)) else {
      throw damaged("value \(index) has no kind")
    }
    let payload = Array(bytes.dropFirst())
    let isNumber = kind == .int || kind == .uint || kind == .double
    guard !isNumber || payload.count == 8, kind != .bool || payload.count == 1 else {
      throw damaged("value \(index) has the wrong size")
    }
    var table = ValueTable()
    let index = payload.withUnsafeBytes { table.intern(kind, $0) }
    return table.value(index)
  }

  private func word<Word: FixedWidthInteger>(at offset: Int) throws -> Word {
    guard offset >= 0, offset <= data.count - MemoryLayout<Word>.size else { throw damaged("it ends too early") }
    return data.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Word.self)) }
  }

  private func damaged(_ reason: String) -> BundleError { .damaged(path, reason: reason) }

  private struct Header {
    var hasProperties: Bool
    var clusters = 0
    var children = 0
    var leaves = 0
    var keys = 0
    var values = 0
    var clustersOffset = 0
    var childrenOffset = 0
    var leavesOffset = 0
    var tagOffsetsOffset = 0
    var tagsOffset = 0
    var valueOffsetsOffset = 0
    var valuesOffset = 0

    init(_ data: Data, path: String) throws {
      let damaged = { (reason: String) in BundleError.damaged(path, reason: reason) }
      guard data.count >= MembersFormat.headerBytes, Array(data.prefix(8)) == MembersFormat.magic else {
        throw damaged("it is not a members file")
      }
      let words: [UInt64] = data.withUnsafeBytes { bytes in
        (0..<12).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16 + $0 * 8, as: UInt64.self)) }
      }
      let version = data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
      let flags = data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
      guard version == MembersFormat.version else { throw damaged("its version is \(version)") }
      hasProperties = flags & MembersFormat.hasProperties != 0
      let limit = UInt64(data.count)
      guard words.allSatisfy({ $0 <= limit }), zip(words[5...], words[6...]).allSatisfy({ $0 <= $1 }) else {
        throw damaged("its sections are beyond the end")
      }
      let numbers = words.map { Int($0) }
      (clusters, children, leaves, keys, values) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
      (clustersOffset, childrenOffset, leavesOffset) = (numbers[5], numbers[6], numbers[7])
      (tagOffsetsOffset, tagsOffset) = (numbers[8], numbers[9])
      (valueOffsetsOffset, valuesOffset) = (numbers[10], numbers[11])
      guard clustersOffset + clusters * MembersFormat.clusterBytes <= childrenOffset,
        childrenOffset + children * 4 <= leavesOffset,
        leavesOffset + leaves * MembersFormat.leafBytes <= tagOffsetsOffset
      else { throw damaged("its counts do not fit its sections") }
    }
  }
}
