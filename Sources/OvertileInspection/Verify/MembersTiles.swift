import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether the clusters and points that tiles show at a zoom are those of the members file.
struct MembersTiles: Sendable {
  /// The members.
  let members: MembersReader
  /// The checks of the clusters' aggregates, if the members have the values.
  private(set) var aggregates: [AggregateCheck]
  /// Leaf ids ascending, with the index of the leaf.
  private var leaves: [(id: UInt64, index: Int)] = []
  /// Clusters whose bounds and aggregates have been compared.
  private var compared: [Bool]

  /// Prepares the members of a layer, and checks the ids of their leaves. O(leaves log leaves), 17 bytes a leaf.
  ///
  /// - Throws: `BundleError` for what cannot be read.
  init(_ members: MembersReader, of layer: BundleManifest.Layer, _ place: Place) throws {
    self.members = members
    let rules = (layer.aggregates ?? []).filter { members.hasProperties && $0.property != nil }
    aggregates = rules.map(AggregateCheck.init)
    compared = Array(repeating: false, count: members.clusterCount)
    for index in 0..<members.leafCount {
      let leaf = try members.leaf(at: index)
      leaves.append((leaf.id, index))
      for check in aggregates.indices { aggregates[check].add(leaf) }
    }
    leaves.sort { $0.id < $1.id }
    for leaf in leaves.reversed().prefix(while: { $0.id >= OverlayIDs.made.lowerBound }) {
      place.at(feature: leaf.id).add(.membersForm, "the id is not a valid leaf id")
    }
    for (leaf, next) in zip(leaves, leaves.dropFirst()) where leaf.id == next.id {
      place.at(feature: leaf.id).add(.membersForm, "two leaves have the same id")
    }
  }

  /// Checks that the leaves of all overlays of a zoom are those of the members, once. O(overlays log overlays).
  func check(shown: [Range<Int>], _ zoom: Int, _ place: Place) {
    place.require(
      shown.areParts(of: 0..<members.leafCount), .membersTiles,
      "zoom \(zoom) does not show every point in the members file exactly once",
      expected: "\(members.leafCount) points", found: "\(shown.reduce(0) { $0 + $1.count }) points")
  }

  /// Checks one overlay of a zoom. O(log members); O(leaves) the first time.
  ///
  /// - Returns: its leaves; nil if the members do not have it.
  mutating func check(
    _ first: FeatureOccurrence, _ overlay: ZoomCheck.Overlay, _ zoom: ZoomCheck
  ) throws -> Range<Int>? {
    let place = zoom.place(first)
    guard first.count > 0 else {
      guard let index = leaves.sortedIndex(of: first.id, by: \.id).map({ leaves[$0].index }) else {
        place.add(.membersTiles, "the members file does not contain this point")
        return nil
      }
      checkPosition(overlay, try members.leafPosition(at: index), zoom)
      return index..<index + 1
    }
    guard let index = try members.index(ofCluster: first.id) else {
      place.add(.membersTiles, "the members file does not contain this cluster")
      return nil
    }
    let record = try members.record(at: index)
    func expect(_ found: Int64, _ expected: Int, _ message: String) {
      place.expect(found, Int64(expected), .membersTiles, message)
    }
    expect(first.count, record.leaves.count, "point_count differs from the number of the cluster's leaves")
    expect(
      first.expansionZoom, record.cluster.zoom + 1,
      "expansion_zoom is not one more than the cluster's zoom in the members file")
    checkPosition(overlay, record.cluster.position, zoom)
    if !compared[index] {
      compared[index] = true
      let holds = try areBounds(first.numbers, of: record.leaves)
      place.require(holds, .membersTiles, "bbox differs from the bounds of the cluster's leaves")
      for (check, found) in zip(aggregates, first.aggregates) { check.check(found, of: record.leaves, place) }
    }
    return record.leaves
  }

  /// The marker is at the position of the members, to the unit.
  private func checkPosition(_ overlay: ZoomCheck.Overlay, _ position: WorldPoint, _ zoom: ZoomCheck) {
    let shift = 32 - Int64(zoom.zoom)
    // The nearest whole tile unit, halves up.
    func tileUnits(_ world: UInt32) -> Int64 { (Int64(world) * Int64(zoom.tiles.extent) + (1 << (shift - 1))) >> shift }
    let expected = SIMD2(tileUnits(position.x), tileUnits(position.y))
    for occurrence in overlay {
      zoom.require(
        occurrence, at: expected, .membersTiles, "the position differs from the one in the members file")
    }
  }

  /// Whether a cluster's `bbox` holds its leaves and no more, in the seven decimals of the tiles.
  private func areBounds(_ box: SIMD4<Double>, of leaves: Range<Int>) throws -> Bool {
    let points = try leaves.map { index in
      let point = try members.leafPosition(at: index).coordinate
      return SIMD2(point.longitude, point.latitude).rounded7
    }
    let (low, high) = (box.lowHalf.rounded7, box.highHalf.rounded7)
    let isTurned = low.x > high.x
    let isInside = points.allSatisfy {
      (isTurned ? $0.x >= low.x || $0.x <= high.x : low.x <= $0.x && $0.x <= high.x) && low.y <= $0.y && $0.y <= high.y
    }
    let isAround = low.x <= -1_799_999_990 && high.x >= 1_799_999_990
    return isInside && points.contains { $0.y == low.y } && points.contains { $0.y == high.y }
      && (isAround || points.contains { $0.x == low.x } && points.contains { $0.x == high.x })
  }
}

extension SIMD2<Double> {
  /// Degrees as whole numbers of their seventh decimal.
  fileprivate var rounded7: SIMD2<Double> { (self * 1e7).rounded(.toNearestOrAwayFromZero) }
}
