import Foundation
import MapMath
import OvertileCore

/// A type that reads a local members file. In an app, use `LayerMembers` instead.
///
/// The file is mapped into memory, and each call reads only the data that it returns. If the file is damaged, a call
/// throws `BundleError.damaged`.
public struct MembersReader: Sendable {
  /// A cluster in a members file.
  public struct Cluster: Sendable, Hashable {
    /// The id of the cluster in the tiles.
    public var id: UInt64
    /// The position of the cluster's marker.
    public var position: WorldPoint
    /// The last zoom at which the cluster is a single marker. The cluster is split at the next zoom.
    public var zoom: Int
    /// The number of points in the cluster.
    public var pointCount: Int

    /// Creates a cluster.
    package init(id: UInt64, position: WorldPoint, zoom: Int, pointCount: Int) {
      (self.id, self.position, self.zoom, self.pointCount) = (id, position, zoom, pointCount)
    }
  }

  /// A point in a members file.
  public struct Leaf: Sendable, Hashable {
    /// The id of the point in the tiles.
    public var id: UInt64
    /// The position of the point.
    public var position: WorldPoint
    /// The properties that the point has in the tiles when it is not in a cluster. If the configuration specifies
    /// `members: ids`, this collection contains only the id of the point in the source.
    public var properties: NamedValues<PropertyValue>

    /// Creates a leaf.
    package init(id: UInt64, position: WorldPoint, properties: NamedValues<PropertyValue>) {
      (self.id, self.position, self.properties) = (id, position, properties)
    }
  }

  /// A child of a cluster. The child is either another cluster or a point.
  public enum Member: Sendable, Hashable {
    /// A cluster at one or more of the next zooms.
    case cluster(Cluster)
    /// A point.
    case leaf(Leaf)
  }

  private let data: Data
  private let path: String
  private let header: MembersHeader

  /// Opens a file and checks its header.
  package init(contentsOf url: URL) throws {
    path = url.path
    do {
      data = try RegularFile.mapped(url.path)
    } catch {
      throw BundleError.damaged(url.path, reason: "the file cannot be read: \(error.reason)")
    }
    header = try MembersHeader(
      Array(data.prefix(MembersFormat.headerBytes)), size: UInt64(data.count), path: url.path)
  }

  /// The number of clusters.
  package var clusterCount: Int { header.clusters.count }

  /// The number of points of the layer.
  package var leafCount: Int { header.leaves.count }

  /// Whether leaves have the properties of the source.
  package var hasProperties: Bool { header.hasProperties && !header.hasOnlyIDs }

  /// The cluster at an index, ascending by id.
  package func cluster(at index: Int) throws -> Cluster { try record(at: index).cluster }

  /// The index of the cluster with an id, or nil. O(log clusters).
  package func index(ofCluster id: UInt64) throws -> Int? {
    try (0..<header.clusters.count).sortedIndex(of: id) { try clusterID(at: $0) }
  }

  private func clusterID(at index: Int) throws -> UInt64 {
    try word(at: header.clusters.offset + index * MembersFormat.clusterBytes)
  }

  /// Calls a closure with the id of every cluster, ascending. O(clusters), without memory of its own.
  ///
  /// - Throws: `BundleError.damaged` if the ids do not ascend.
  package func forEachClusterID(_ body: (UInt64) throws -> Void) throws {
    var last: UInt64?
    for index in 0..<header.clusters.count {
      let id = try clusterID(at: index)
      if let last, id <= last {
        throw damaged("the ids of clusters \(index - 1) and \(index) are not in ascending order")
      }
      try body(id)
      last = id
    }
  }

  /// A child as its file has it: the index of a cluster, or of a leaf.
  package func child(at index: Int) throws -> MembersChild {
    guard index < header.children.count else { throw damaged("there is no child \(index)") }
    return MembersChild(try word(at: header.children.offset + index * MembersFormat.childBytes))
  }

  /// The record of the cluster at an index.
  package func record(at index: Int) throws -> MembersRecord {
    guard index >= 0, index < header.clusters.count else { throw damaged("there is no cluster \(index)") }
    let start = header.clusters.offset + index * MembersFormat.clusterBytes
    let bytes = try bytes(start..<start + MembersFormat.clusterBytes)
    return try MembersRecord(bytes, at: 0, index: index, header: header, path: path)
  }

  /// The leaf at an index.
  package func leaf(at index: Int) throws -> Leaf {
    Leaf(id: try leafID(at: index), position: try leafPosition(at: index), properties: try properties(ofLeaf: index))
  }

  /// The id of the leaf at an index.
  package func leafID(at index: Int) throws -> UInt64 { try word(at: try offset(ofLeaf: index)) }

  /// The position of the leaf at an index.
  package func leafPosition(at index: Int) throws -> WorldPoint {
    let start = try offset(ofLeaf: index)
    return WorldPoint(x: try word(at: start + 8), y: try word(at: start + 12))
  }

  private func offset(ofLeaf index: Int) throws -> Int {
    guard index >= 0, index < header.leaves.count else { throw damaged("there is no leaf \(index)") }
    return header.leaves.offset + index * MembersFormat.leafBytes
  }

  private func properties(ofLeaf index: Int) throws -> NamedValues<PropertyValue> {
    guard header.hasProperties else { return [:] }
    let list = try bytes(index, in: header.tagOffsets, of: header.tags, "the property list of leaf \(index)")
    var properties: NamedValues<PropertyValue> = [:]
    for (key, value) in try header.properties(ofLeaf: index, list, path: path) {
      guard case .string(let name) = try entry(key) else { throw damaged("key \(key) is not a string") }
      properties[name] = try entry(header.keys + value)
    }
    return properties
  }

  private func entry(_ index: Int) throws -> PropertyValue {
    let payload = try bytes(index, in: header.valueOffsets, of: header.valueBytes, "value \(index)")
    guard let value = MembersValue.decode(payload) else { throw damaged("value \(index) cannot be decoded") }
    return value
  }

  /// The bytes of an entry of a section, from a table of offsets.
  private func bytes(
    _ index: Int, in offsets: MembersHeader.Section, of section: MembersHeader.Section, _ what: String
  ) throws -> [UInt8] {
    let location = offsets.offset + index * MembersFormat.offsetBytes
    let range = try header.range(
      try word(at: location), try word(at: location + MembersFormat.offsetBytes), in: section, what, path: path)
    return try bytes(section.offset + range.lowerBound..<section.offset + range.upperBound)
  }

  private func bytes(_ range: Range<Int>) throws -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= data.count else { throw damaged("the file is truncated") }
    return data.withUnsafeBytes { Array($0[range]) }
  }

  private func word<Word: FixedWidthInteger>(at offset: Int) throws -> Word {
    guard offset >= 0, offset <= data.count - MemoryLayout<Word>.size else { throw damaged("the file is truncated") }
    return data.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Word.self)) }
  }

  private func damaged(_ reason: String) -> BundleError { .damaged(path, reason: reason) }
}
