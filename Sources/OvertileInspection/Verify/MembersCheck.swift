import OvertileBundleFormat
import OvertileCore

/// Whether a members file is consistent: the order of ids, the tree of clusters, the properties of leaves.
struct MembersCheck {
  private let members: MembersReader
  private let location: Location

  /// Prepares the check of a file.
  init(_ members: MembersReader, location: Location) {
    self.members = members
    self.location = location
  }

  /// Checks everything once. O(members log members).
  ///
  /// - Throws: `BundleError` for what cannot be read.
  func run(into findings: inout Findings) throws {
    var last: UInt64?
    var parents = Set<UInt64>()
    for index in 0..<members.clusterCount {
      let record = try members.record(at: index)
      let id = record.cluster.id
      var location = location
      location.feature = id
      if let last, id <= last { findings.add(.membersForm, location, "the cluster ids are not in ascending order") }
      last = id
      if id < OverlayIDs.made.lowerBound || id >> 53 != 0 {
        findings.add(.membersForm, location, "the id is not a valid cluster id")
      }
      if record.cluster.zoom > 31 {
        findings.add(.membersTree, location, "the cluster's zoom is \(record.cluster.zoom), but the maximum is 31")
      }
      try check(record, location, &parents, &findings)
    }
    try checkLeaves(&findings)
  }

  /// A cluster has two or more children, made at higher zooms, each with one parent, and divides its leaves among them.
  private func check(
    _ record: MembersRecord, _ location: Location, _ parents: inout Set<UInt64>, _ findings: inout Findings
  ) throws {
    if record.children.count < 2 {
      findings.add(.membersTree, location, "the cluster has fewer than 2 children: \(record.children.count)")
    }
    var ranges: [Range<Int>] = []
    for number in record.children {
      switch try members.child(at: number) {
      case .leaf(let index): ranges.append(Int(index)..<Int(index) + 1)
      case .cluster(let index):
        let child = try members.record(at: Int(index))
        if child.cluster.zoom <= record.cluster.zoom {
          findings.add(
            .membersTree, location, "the zoom of a child is not higher than the cluster's zoom",
            found: "\(child.cluster.id) at \(child.cluster.zoom)")
        }
        if !parents.insert(child.cluster.id).inserted {
          findings.add(.membersTree, location, "a child has two parents", found: "\(child.cluster.id)")
        }
        ranges.append(child.leaves)
      }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    let follow = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
    if !follow || ranges.first?.lowerBound != record.leaves.lowerBound
      || ranges.last?.upperBound != record.leaves.upperBound
    {
      findings.add(
        .membersTree, location, "the cluster's leaves differ from those of its children", expected: "\(record.leaves)",
        found: "\(ranges)")
    }
  }

  /// Leaves have ids of their own, and properties that can be read.
  private func checkLeaves(_ findings: inout Findings) throws {
    var ids: Set<UInt64> = []
    for index in 0..<members.leafCount {
      let leaf = try members.leaf(at: index)
      let location = Location(location.file, layer: location.layer, feature: leaf.id)
      if !ids.insert(leaf.id).inserted { findings.add(.membersForm, location, "two leaves have the same id") }
      if leaf.id >= OverlayIDs.made.lowerBound { findings.add(.membersForm, location, "the id is not a valid leaf id") }
    }
  }
}
