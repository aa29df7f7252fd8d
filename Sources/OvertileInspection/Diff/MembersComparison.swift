import Foundation
import OvertileBundleFormat
import OvertileCore

/// Compares the members of cluster layers: their points and clusters, by id.
enum MembersComparison {
  /// The layers whose members differ. Files with equal digests are not read. O(members) otherwise.
  static func differences(_ before: BundleFolder, _ after: BundleFolder) throws -> [BundleDiff.Members] {
    let (a, b) = (files(before), files(after))
    return try Set(a.keys).union(b.keys).sorted().compactMap { layer in
      guard a[layer]?.sha256 != b[layer]?.sha256 else { return nil }
      let old = try a[layer].map { try MembersDigests(before.path($0.path)) } ?? MembersDigests()
      let new = try b[layer].map { try MembersDigests(after.path($0.path)) } ?? MembersDigests()
      return BundleDiff.Members(
        layer: layer, points: counts(old.leaves, new.leaves), clusters: counts(old.clusters, new.clusters))
    }
  }

  private static func files(_ bundle: BundleFolder) -> [String: BundleManifest.File] {
    let members = bundle.manifest.files.filter { $0.fileRole == .members }
    return Dictionary(members.map { ($0.layer ?? "", $0) }) { first, _ in first }
  }

  private static func counts<Key: Hashable>(_ a: [Key: UInt64], _ b: [Key: UInt64]) -> BundleDiff.Counts {
    var counts = BundleDiff.Counts()
    for (key, digest) in a {
      guard let other = b[key] else {
        counts.removed += 1
        continue
      }
      if other != digest { counts.changed += 1 }
    }
    counts.added = b.keys.count { a[$0] == nil }
    return counts
  }
}

/// Digests of the points and clusters of a members file.
private struct MembersDigests {
  /// By id and rank among points with that id.
  var leaves: [LeafName: UInt64] = [:]
  var clusters: [UInt64: UInt64] = [:]

  struct LeafName: Hashable {
    var id: UInt64
    var ordinal: UInt32
  }

  init() {}

  init(_ path: String) throws {
    let data = try RegularFile.mapped(path, followsLinks: false)
    let table = try data.withUnsafeBytes { try MembersTable($0, name: path) }
    let names = LeafNames(table.leafIDs)
    for leaf in table.leafIDs.indices {
      var digest = ValueDigest()
      digest.add(table.leafPositions[leaf])
      for tag in table.tagStarts.isEmpty ? 0..<0 : table.tagStarts[leaf]..<table.tagStarts[leaf + 1] {
        let value = Int(table.tags[tag].value)
        digest.add(XXHash64.hash(table.keys[Int(table.tags[tag].key)]))
        digest.add(XXHash64.hash(Array(table.values[table.valueStarts[value]..<table.valueStarts[value + 1]])))
      }
      leaves[LeafName(id: table.leafIDs[leaf], ordinal: names.ordinal(of: leaf))] = digest.value
    }
    var child = 0
    for cluster in table.clusterIDs.indices {
      var digest = ValueDigest()
      digest.add(table.clusterPositions[cluster])
      digest.add(UInt64(table.clusterZooms[cluster]))
      digest.add(UInt64(table.clusterLeaves[cluster].count))
      for reference in table.children[child..<child + Int(table.childCounts[cluster])] {
        let index = Int(reference & ~MembersFormat.leafBit)
        let isLeaf = reference & MembersFormat.leafBit != 0
        digest.add(isLeaf ? table.leafIDs[index] : table.clusterIDs[index])
      }
      child += Int(table.childCounts[cluster])
      clusters[table.clusterIDs[cluster]] = digest.value
    }
  }
}
