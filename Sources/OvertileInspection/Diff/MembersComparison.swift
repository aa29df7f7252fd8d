import Foundation
import OvertileBundleFormat

/// Compares the members of cluster layers: their points and clusters, by id.
enum MembersComparison {
  /// The layers whose members differ. Files with equal digests are not read. O(members) otherwise.
  static func differences(_ before: BundleFolder, _ after: BundleFolder) throws -> [BundleDiff.Members] {
    let layers = Set((before.manifest.layers + after.manifest.layers).map(\.id))
    return try layers.sorted().compactMap { layer in
      let (a, b) = (before.manifest.membersFile(of: layer), after.manifest.membersFile(of: layer))
      guard a?.sha256 != b?.sha256 else { return nil }
      let (old, new) = (try MembersHashes(a, in: before), try MembersHashes(b, in: after))
      return BundleDiff.Members(
        layer: layer, points: counts(old.leaves, new.leaves), clusters: counts(old.clusters, new.clusters))
    }
  }

  private static func counts(_ a: [UInt64: Int], _ b: [UInt64: Int]) -> BundleDiff.Counts {
    var counts = BundleDiff.Counts()
    counts.added = b.keys.count { a[$0] == nil }
    counts.removed = a.keys.count { b[$0] == nil }
    counts.changed = a.count { key, hash in b[key].map { $0 != hash } ?? false }
    return counts
  }
}

/// Hashes of the points and clusters of a members file, by their ids.
private struct MembersHashes {
  var leaves: [UInt64: Int] = [:]
  var clusters: [UInt64: Int] = [:]

  init(_ file: BundleManifest.File?, in bundle: BundleFolder) throws {
    guard let file else { return }
    let members = try MembersReader(contentsOf: URL(fileURLWithPath: bundle.path(file.path)))
    for index in 0..<members.leafCount {
      let leaf = try members.leaf(at: index)
      leaves[leaf.id] = leaf.hashValue
    }
    for index in 0..<members.clusterCount {
      let record = try members.record(at: index)
      var hasher = Hasher()
      hasher.combine(record.cluster)
      for child in record.children {
        switch try members.child(at: child) {
        case .leaf(let leaf): hasher.combine(try members.leafID(at: Int(leaf)))
        case .cluster(let cluster): hasher.combine(try members.cluster(at: Int(cluster)).id)
        }
      }
      clusters[record.cluster.id] = hasher.finalize()
    }
  }
}
