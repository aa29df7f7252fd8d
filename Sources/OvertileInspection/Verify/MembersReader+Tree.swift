import OvertileBundleFormat

extension MembersReader {
  /// Checks the ids of clusters and their tree. O(members log members).
  ///
  /// - Throws: `BundleError` for what cannot be read.
  func checkTree(_ place: Place) throws {
    var last: UInt64 = 0
    var children = Set<UInt64>()
    for index in 0..<clusterCount {
      let record = try record(at: index)
      let (id, place) = (record.cluster.id, place.at(feature: record.cluster.id))
      place.require(index == 0 || id > last, .membersForm, "the cluster ids are not in ascending order")
      last = id
      try check(record, place, &children)
    }
  }

  /// A cluster has two or more children, made at higher zooms, each with one parent, and divides its leaves among them.
  private func check(_ record: MembersRecord, _ place: Place, _ children: inout Set<UInt64>) throws {
    let count = record.children.count
    place.require(count >= 2, .membersTree, "the cluster has fewer than 2 children: \(count)")
    var ranges: [Range<Int>] = []
    for number in record.children {
      switch try child(at: number) {
      case .leaf(let index): ranges.append(Int(index)..<Int(index) + 1)
      case .cluster(let index):
        let child = try self.record(at: Int(index))
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
