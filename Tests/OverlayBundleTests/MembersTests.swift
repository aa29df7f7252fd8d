import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore
import TestSupport
import Testing

@Suite struct MembersTests {
  @Test(arguments: [true, false]) func readsBackWhatWasWritten(withProperties: Bool) throws {
    let folder = try ScratchFolder()
    for seed in seeds(15) {
      var random = SeededRandom(seed: seed)
      let tree = MembersTree(
        leaves: Int.random(in: 0...60, using: &random), withProperties: withProperties, random: &random)
      let file = folder.url.appendingPathComponent("\(seed).bin")
      try tree.columns.write(to: file)
      let reader = try MembersReader(contentsOf: file)
      #expect(reader.clusterCount == tree.clusters.count, "seed \(seed)")
      #expect(reader.leafCount == tree.columns.leafIDs.count, "seed \(seed)")
      for (cluster, children) in tree.clusters {
        #expect(try reader.cluster(id: cluster.id) == cluster, "seed \(seed)")
        #expect(try reader.children(of: cluster.id) == children.map(MembersTree.member), "seed \(seed)")
        let leaves = children.flatMap { MembersTree.leaves(of: $0) }
        #expect(try reader.leaves(of: cluster.id) == leaves, "seed \(seed)")
      }
      let ids = try (0..<reader.clusterCount).map { try reader.cluster(at: $0).id }
      #expect(ids == tree.columns.clusterIDs, "seed \(seed)")
    }
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
    for (index, (cluster, children)) in tree.clusters.enumerated() where index % 53 == 0 || cluster.pointCount > 5000 {
      #expect(try reader.cluster(id: cluster.id) == cluster)
      #expect(try reader.children(of: cluster.id) == children.map(MembersTree.member))
      let leaves = children.flatMap { MembersTree.leaves(of: $0) }
      #expect(try reader.leaves(of: cluster.id) == leaves)
    }
  }

  @Test func anUnknownClusterHasNoMembers() throws {
    let folder = try ScratchFolder()
    var random = SeededRandom(seed: 5)
    let tree = MembersTree(leaves: 20, withProperties: false, random: &random)
    let file = folder.url.appendingPathComponent("members.bin")
    try tree.columns.write(to: file)
    let reader = try MembersReader(contentsOf: file)
    for id: UInt64 in [0, 1, 1 << 52, .max] {
      #expect(try reader.cluster(id: id) == nil)
      #expect(try reader.children(of: id) == nil)
      #expect(try reader.leaves(of: id) == nil)
    }
    #expect(throws: BundleError.self) { try reader.cluster(at: -1) }
    #expect(throws: BundleError.self) { try reader.cluster(at: reader.clusterCount) }
  }

  @Test func equalMembersGiveEqualBytes() throws {
    let folder = try ScratchFolder()
    var bytes: [Data] = []
    for copy in 0..<2 {
      var random = SeededRandom(seed: 6)
      let tree = MembersTree(leaves: 40, withProperties: true, random: &random)
      let file = folder.url.appendingPathComponent("\(copy).bin")
      try tree.columns.write(to: file)
      bytes.append(try Data(contentsOf: file))
    }
    #expect(bytes[0] == bytes[1])
    #expect(throws: (any Error).self, "a file that is there is not written over") {
      try ClusterMembers().write(to: folder.url.appendingPathComponent("0.bin"))
    }
  }
}
