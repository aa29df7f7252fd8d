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

  /// Opens a file of a size in bytes: reads its header.
  init(_ file: BundleFile, size: UInt64, cache: BundleCache) async throws {
    (self.file, self.cache) = (file, cache)
    let bytes = try await file.bytes(0..<UInt64(MembersFormat.headerBytes))
    header = try MembersHeader(bytes, size: size, path: file.name)
  }

  /// The total number of clusters in the layer across all zooms.
  public var clusterCount: Int { header.clusters.count }

  /// The number of points in the layer.
  public var leafCount: Int { header.leaves.count }

  /// Returns the cluster with the given id, or `nil` if there is no such cluster.
  public func cluster(id: UInt64) async throws -> Cluster? {
    var page = page
    return try await page.record(of: id)?.cluster
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
    var page = page
    guard let record = try await page.record(of: id) else { return nil }
    var result: [Member] = []
    for index in record.children.dropFirst(max(0, offset)).prefix(max(0, limit)) {
      if index.isMultiple(of: 256) { try Task.checkCancellation() }
      result.append(try await page.child(index))
    }
    return result
  }

  /// Returns at most `limit` leaves of the cluster with the given id, after skipping the first `offset` leaves. Returns
  /// `nil` if there is no such cluster.
  ///
  /// - Complexity: O(n), where n is the number of leaves returned.
  public func leaves(of id: UInt64, offset: Int = 0, limit: Int) async throws -> [Leaf]? {
    var page = page
    guard let record = try await page.record(of: id) else { return nil }
    var result: [Leaf] = []
    for index in record.leaves.dropFirst(max(0, offset)).prefix(max(0, limit)) {
      if index.isMultiple(of: 256) { try Task.checkCancellation() }
      result.append(try await page.leaf(index))
    }
    return result
  }

  /// What a call reads.
  private var page: MembersPage { MembersPage(file, header, cache: cache) }
}
