import MapMath
import OvertileCore

/// The members of all clusters in a layer. Use this type to request the children, the leaves, and the expansion zoom of
/// a cluster.
///
/// Each call reads blocks of 64 KiB, which the bundle's cache keeps. A call needs memory only for the members that it
/// returns, however large the cluster is. The order of children and leaves never changes. The methods throw the same
/// errors as `BundleReader`.
public struct LayerMembers: Sendable {
  /// A cluster in the layer.
  public typealias Cluster = MembersReader.Cluster
  /// A point in the layer.
  public typealias Leaf = MembersReader.Leaf
  /// A child of a cluster. The child is either another cluster or a point.
  public typealias Member = MembersReader.Member

  private let file: BundleFile
  private let header: MembersHeader
  private let cache: BundleCache
  private let limits: BundleLimits

  /// Opens a file of a size in bytes: reads its header.
  init(_ file: BundleFile, size: UInt64, cache: BundleCache, limits: BundleLimits) async throws {
    (self.file, self.cache, self.limits) = (file, cache, limits)
    let bytes = try await file.bytes(0..<UInt64(MembersFormat.headerBytes))
    header = try MembersHeader(bytes, size: size, path: file.name)
  }

  /// The total number of clusters in the layer across all zooms.
  public var clusterCount: Int { header.clusters.count }

  /// The number of points in the layer.
  public var leafCount: Int { header.leaves.count }

  /// Returns the cluster with the given id, or `nil` if there is no such cluster.
  public func cluster(id: UInt64) async throws -> Cluster? {
    var blocks = MembersBlocks(file, cache: cache)
    return try await record(of: id, &blocks)?.cluster
  }

  /// Returns the first zoom at which the cluster with the given id is split, or `nil` if there is no such cluster.
  public func expansionZoom(of id: UInt64) async throws -> Int? {
    try await cluster(id: id).map { $0.zoom + 1 }
  }

  /// Returns at most `limit` children of the cluster with the given id, after skipping the first `offset` children.
  /// Returns `nil` if there is no such cluster. The children are the overlays that replace the cluster when it is
  /// split.
  ///
  /// - Complexity: O(n), where n is the number of children returned.
  public func children(of id: UInt64, offset: Int = 0, limit: Int = .max) async throws -> [Member]? {
    var blocks = MembersBlocks(file, cache: cache)
    guard let record = try await record(of: id, &blocks) else { return nil }
    var leaves = MembersLeaves(file, header, byteLimit: limits.pagePropertyBytes)
    var result: [Member] = []
    for position in record.children.dropFirst(max(0, offset)).prefix(max(0, limit)) {
      if position.isMultiple(of: 256) { try Task.checkCancellation() }
      switch MembersChild(try await blocks.word(position, of: header.children, as: UInt32.self)) {
      case .leaf(let index): result.append(.leaf(try await leaves.leaf(Int(index), &blocks)))
      case .cluster(let index): result.append(.cluster(try await self.record(Int(index), &blocks).cluster))
      }
    }
    return result
  }

  /// Returns at most `limit` leaves of the cluster with the given id, after skipping the first `offset` leaves. Returns
  /// `nil` if there is no such cluster.
  ///
  /// - Complexity: O(n), where n is the number of leaves returned.
  public func leaves(of id: UInt64, offset: Int = 0, limit: Int) async throws -> [Leaf]? {
    var blocks = MembersBlocks(file, cache: cache)
    guard let record = try await record(of: id, &blocks) else { return nil }
    var leaves = MembersLeaves(file, header, byteLimit: limits.pagePropertyBytes)
    var result: [Leaf] = []
    for index in record.leaves.dropFirst(max(0, offset)).prefix(max(0, limit)) {
      if index.isMultiple(of: 256) { try Task.checkCancellation() }
      result.append(try await leaves.leaf(index, &blocks))
    }
    return result
  }

  private func record(_ index: Int, _ blocks: inout MembersBlocks) async throws -> MembersRecord {
    guard index < header.clusters.count else { throw file.damaged("there is no cluster \(index)") }
    let block = try await blocks.block(holding: index, of: header.clusters)
    let offset = (index - block.first) * MembersFormat.clusterBytes
    return try MembersRecord(block.bytes, at: offset, index: index, header: header, path: file.name)
  }

  /// The record of a cluster, or nil.
  ///
  /// Ids are digests, so the position of one can be guessed from its size: one or two blocks where they are spread
  /// evenly, and O(log blocks) in any case, because after four guesses the search halves.
  private func record(of id: UInt64, _ blocks: inout MembersBlocks) async throws -> MembersRecord? {
    var (low, high) = (0, header.clusters.count)
    var ids = (low: OverlayIDs.made.lowerBound, high: OverlayIDs.made.upperBound)
    var guesses = 0
    while low < high {
      let position = guesses < 4 ? Self.guess(id, ids, low..<high) : (low + high) / 2
      guesses += 1
      let block = try await blocks.block(holding: position, of: header.clusters)
      let (first, last) = (block.id(0), block.id(block.count - 1))
      if id < first {
        (high, ids.high) = (block.first, first)
      } else if id > last {
        (low, ids.low) = (block.first + block.count, last)
      } else {
        guard let position = block.position(of: id) else { return nil }
        return try await record(position, &blocks)
      }
    }
    return nil
  }

  private static func guess(_ id: UInt64, _ ids: (low: UInt64, high: UInt64), _ range: Range<Int>) -> Int {
    guard ids.low < id, id < ids.high else { return id <= ids.low ? range.lowerBound : range.upperBound - 1 }
    let share = Double(id - ids.low) / Double(ids.high - ids.low)
    // Below 2^48 records, so the product is a whole number that fits.
    return min(range.lowerBound + Int(share * Double(range.count)), range.upperBound - 1)
  }
}

extension MembersBlocks.Block {
  /// The id of the cluster of a record, counted from the first of the block.
  fileprivate func id(_ record: Int) -> UInt64 {
    MembersFormat.word(bytes, record * MembersFormat.clusterBytes)
  }

  /// The index of the cluster of an id. O(log records).
  fileprivate func position(of id: UInt64) -> Int? {
    (0..<count).sortedIndex(of: id) { self.id($0) }.map { first + $0 }
  }
}
