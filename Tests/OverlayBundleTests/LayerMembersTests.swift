import Foundation
import MapMath
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

@testable import OverlayBundle

/// Members by ranges are those of the whole file, and cost only the blocks that hold them.
@Suite struct LayerMembersTests {
  /// Both readers, by ranges and of the whole file.
  @Test(arguments: [true, false]) func everyClusterIsAsInTheTree(withProperties: Bool) async throws {
    let folder = try ScratchFolder()
    for seed in seeds(15) {
      var random = SeededRandom(seed: seed)
      let tree = MembersTree(
        leaves: Int.random(in: 0...80, using: &random), withProperties: withProperties, random: &random)
      let file = folder.url.appendingPathComponent("\(seed)")
      try tree.columns.write(to: file)
      let (whole, members) = (
        try MembersReader(contentsOf: file), try await Self.members(Array(try Data(contentsOf: file)))
      )
      let counts = [tree.columns.leafIDs.count, tree.clusters.count]
      #expect([members.leafCount, members.clusterCount] == counts && [whole.leafCount, whole.clusterCount] == counts)
      #expect(try (0..<whole.clusterCount).map { try whole.cluster(at: $0).id } == tree.columns.clusterIDs)
      for entry in tree.clusters {
        let id = entry.cluster.id
        let (found, children) = (try await members.cluster(id: id), try await members.children(of: id))
        let isSame = found == entry.cluster && children == entry.children.map(MembersTree.member)
        #expect(try isSame && Self.has(whole, entry), "seed \(seed)")
        let leaves = entry.children.flatMap { MembersTree.leaves(of: $0) }
        let size = Int.random(in: 1...9, using: &random)
        var pages: [LayerMembers.Leaf] = []
        for offset in stride(from: 0, to: leaves.count, by: size) {
          pages += try #require(try await members.leaves(of: id, offset: offset, limit: size))
        }
        #expect(pages == leaves, "seed \(seed), pages of \(size)")
      }
      for id: UInt64 in [0, 1, 1 << 52, 1 << 53, .max] {
        let (children, zoom) = (try await members.children(of: id), try await members.expansionZoom(of: id))
        let isUnknown = try whole.cluster(id: id) == nil && whole.children(of: id) == nil && whole.leaves(of: id) == nil
        #expect(isUnknown && children == nil && zoom == nil, "seed \(seed)")
      }
      for index in [-1, whole.clusterCount] {
        #expect(throws: BundleError.self) { try whole.cluster(at: index) }
      }
      #expect(throws: (any Error).self, "a file that is there is not written over") {
        try ClusterMembers().write(to: file)
      }
    }
  }

  /// Whether the reader of the whole file finds a cluster of a tree with its children and leaves.
  private static func has(
    _ reader: MembersReader, _ entry: (cluster: MembersReader.Cluster, children: [MembersTree.Node])
  ) throws -> Bool {
    let id = entry.cluster.id
    return try reader.cluster(id: id) == entry.cluster
      && reader.children(of: id) == entry.children.map(MembersTree.member)
      && reader.leaves(of: id) == entry.children.flatMap { MembersTree.leaves(of: $0) }
  }

  /// Members are written through buffers of 256 KiB.
  @Test func readsBackMoreThanABuffer() throws {
    let folder = try ScratchFolder()
    var random = SeededRandom(seed: 8)
    let tree = MembersTree(leaves: 20_000, withProperties: true, random: &random)
    let file = folder.url.appendingPathComponent("members.bin")
    try tree.columns.write(to: file)
    let reader = try MembersReader(contentsOf: file)
    #expect(tree.columns.clusterIDs.count > 4096 && reader.clusterCount == tree.columns.clusterIDs.count)
    for (index, entry) in tree.clusters.enumerated() where index % 53 == 0 || entry.cluster.pointCount > 5000 {
      #expect(try Self.has(reader, entry))
    }
  }

  @Test func pagesBeyondTheEndAreEmpty() async throws {
    var random = SeededRandom(seed: 3)
    let tree = MembersTree(leaves: 40, withProperties: true, random: &random)
    let members = try await Self.members(Self.bytes(tree.columns))
    let (cluster, children) = try #require(tree.clusters.max { $0.cluster.pointCount < $1.cluster.pointCount })
    for (offset, limit) in [(cluster.pointCount, 5), (.max, .max), (0, -1), (0, 0), (0, .min)] {
      let leaves = try await members.leaves(of: cluster.id, offset: offset, limit: limit)
      #expect(try await members.children(of: cluster.id, offset: offset, limit: limit) == [] && leaves == [])
    }
    let page = try await members.children(of: cluster.id, offset: 1, limit: 1)
    #expect(page == [children.map(MembersTree.member)[1]])
    #expect(try await members.leaves(of: cluster.id, offset: .min, limit: .max)?.count == cluster.pointCount)
  }

  @Test func aBundlesMembersAreThoseOfItsTiles() async throws {
    let built = try BuiltBundle(points: 300)
    let bundle = try await BundleReader(folder: built.url)
    let members = try #require(try await bundle.members(of: "towns"))
    let whole = try MembersReader(contentsOf: built.url.appendingPathComponent("members.towns.bin"))
    var clusters = 0
    for plain in try built.plainTiles().values {
      for feature in try TileDecoder.decode(plain).layers.first(where: { $0.name == "towns" })?.features ?? [] {
        guard let id = feature.id, feature["cluster"] == .bool(true) else { continue }
        clusters += 1
        let zoom = try #require(try await members.expansionZoom(of: id))
        let leaves = try #require(try await members.leaves(of: id, limit: .max))
        let numbers = [feature["expansion_zoom"]?.number, feature["point_count"]?.number]
        #expect(numbers == [Double(zoom), Double(leaves.count)])
        let children = try await members.children(of: id)
        #expect(try whole.leaves(of: id) == leaves && whole.children(of: id) == children)
      }
    }
    #expect(clusters > 20)
  }

  /// A file of many blocks: the bytes read do not grow with it.
  @Test func aPageReadsAFewBlocks() async throws {
    var random = SeededRandom(seed: 9)
    let bytes = try Self.bytes(Self.many(clusters: 20_000, &random))
    let ids = Self.ids(20_000)
    let counting = CountingRangeReader(MemoryRangeReader(["m": bytes]))
    for _ in 0..<20 {
      let members = try await Self.members(counting, size: bytes.count)
      counting.reset()
      let place = Int.random(in: 0..<ids.count, using: &random)
      let page = try #require(try await members.leaves(of: ids[place], limit: 2))
      #expect(page.map(\.id) == [UInt64(2 * place), UInt64(2 * place + 1)])
      #expect(counting.requests.count <= 6 && counting.byteCount <= 6 << 16, "\(counting.requests.count) requests")
    }
    #expect(bytes.count > 20 << 16)
  }

  /// Clusters of two leaves each, ids spread evenly over the upper half of 53 bits.
  private static func many(clusters: Int, _ random: inout SeededRandom) -> ClusterMembers {
    var columns = ClusterMembers()
    columns.clusterIDs = ids(clusters)
    columns.clusterZooms = Array(repeating: 3, count: clusters)
    columns.clusterX = (0..<clusters).map { _ in random.word() }
    columns.clusterY = columns.clusterX
    columns.clusterLeaves = (0..<UInt32(clusters)).map { 2 * $0..<2 * $0 + 2 }
    columns.clusterChildren = columns.clusterLeaves
    columns.children = (0..<2 * UInt32(clusters)).map { .leaf($0) }
    columns.leafIDs = (0..<2 * UInt64(clusters)).map { $0 }
    columns.leafX = Array(repeating: 1, count: 2 * clusters)
    columns.leafY = columns.leafX
    return columns
  }

  private static func ids(_ count: Int) -> [UInt64] {
    var random = SeededRandom(seed: 5)
    return Set((0..<count).map { _ in 1 << 52 | random.next() >> 12 }).sorted()
  }

  private static func bytes(_ columns: ClusterMembers) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let file = folder.url.appendingPathComponent("m")
    try columns.write(to: file)
    return Array(try Data(contentsOf: file))
  }

  private static func members(_ bytes: [UInt8]) async throws -> LayerMembers {
    try await members(MemoryRangeReader(["m": bytes]), size: bytes.count)
  }

  private static func members(_ reader: any RangeReader, size: Int) async throws -> LayerMembers {
    let file = BundleFile(path: "m", bundle: "", reader: reader)
    return try await LayerMembers(file, size: UInt64(size), cache: BundleCache(limit: 1 << 20))
  }
}
