import Foundation
import MapMath
import OvertileBundleFormat

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

/// Digests of the points and clusters of a members file, by their ids.
private struct MembersDigests {
  var leaves: [UInt64: UInt64] = [:]
  var clusters: [UInt64: UInt64] = [:]

  init() {}

  init(_ path: String) throws {
    let members = try MembersReader(contentsOf: URL(fileURLWithPath: path))
    for index in 0..<members.leafCount {
      let leaf = try members.leaf(at: index)
      var digest = ValueDigest()
      digest.add(leaf.position)
      for (name, value) in leaf.properties {
        digest.add(name)
        digest.add(value)
      }
      leaves[leaf.id] = digest.value
    }
    for index in 0..<members.clusterCount {
      let record = try members.record(at: index)
      var digest = ValueDigest()
      digest.add(record.cluster.position)
      digest.add(UInt64(record.cluster.zoom))
      digest.add(UInt64(record.leaves.count))
      for child in record.children {
        switch try members.child(at: child) {
        case .leaf(let leaf): digest.add(try members.leafID(at: Int(leaf)))
        case .cluster(let cluster): digest.add(try members.cluster(at: Int(cluster)).id)
        }
      }
      clusters[record.cluster.id] = digest.value
    }
  }
}

extension ValueDigest {
  fileprivate mutating func add(_ position: WorldPoint) { add(UInt64(position.y) << 32 | UInt64(position.x)) }
}
