import OvertileBundleFormat
import OvertileCore

/// Whether a members file is consistent: the order of ids, the tree of clusters, the properties of leaves.
struct MembersCheck {
  let members: MembersReader
  let place: Place

  /// Checks everything once. O(members log members).
  ///
  /// - Throws: `BundleError` for what cannot be read.
  func run() throws {
    var last: UInt64 = 0
    var children = Set<UInt64>()
    for index in 0..<members.clusterCount {
      let record = try members.record(at: index)
      let (id, place) = (record.cluster.id, place.at(feature: record.cluster.id))
      place.require(index == 0 || id > last, .membersForm, "the cluster ids are not in ascending order")
      last = id
      let isMade = id >= OverlayIDs.made.lowerBound && id >> 53 == 0
      place.require(isMade, .membersForm, "the id is not a valid cluster id")
      let zoom = record.cluster.zoom
      place.require(zoom <= 31, .membersTree, "the cluster's zoom is \(zoom), but the maximum is 31")
      try check(record, place, &children)
    }
    var ids: Set<UInt64> = []
    for index in 0..<members.leafCount {
      let leaf = try members.leaf(at: index)
      let place = place.at(feature: leaf.id)
      place.require(ids.insert(leaf.id).inserted, .membersForm, "two leaves have the same id")
      place.require(leaf.id < OverlayIDs.made.lowerBound, .membersForm, "the id is not a valid leaf id")
    }
  }

  /// A cluster has two or more children, made at higher zooms, each with one parent, and divides its leaves among them.
  private func check(_ record: MembersRecord, _ place: Place, _ children: inout Set<UInt64>) throws {
    let count = record.children.count
    place.require(count >= 2, .membersTree, "the cluster has fewer than 2 children: \(count)")
    var ranges: [Range<Int>] = []
    for number in record.children {
      switch try members.child(at: number) {
      case .leaf(let index): ranges.append(Int(index)..<Int(index) + 1)
      case .cluster(let index):
        let child = try members.record(at: Int(index))
        place.require(
          child.cluster.zoom > record.cluster.zoom, .membersTree,
          "the zoom of a child is not higher than the cluster's zoom",
          found: "\(child.cluster.id) at \(child.cluster.zoom)")
        place.require(
          children.insert(child.cluster.id).inserted, .membersTree, "a child has two parents",
          found: "\(child.cluster.id)")
        ranges.append(child.leaves)
      }
    }
    place.require(
      ranges.areParts(of: record.leaves), .membersTree, "the cluster's leaves differ from those of its children",
      expected: "\(record.leaves)", found: "\(ranges)")
  }
}

extension [Range<Int>] {
  /// Whether the ranges, in any order, follow one another from the start of a range to its end. O(n log n).
  func areParts(of range: Range<Int>) -> Bool {
    var end = range.lowerBound
    for part in sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if part.lowerBound != end { return false }
      end = part.upperBound
    }
    return end == range.upperBound
  }
}
