import MapMath
import OvertileBundleFormat
import OvertileSearching

/// Whether the clusters and points that tiles show at a zoom are those of the members file.
struct MembersTiles {
  /// The members.
  var file: MembersFile { members }
  private let members: MembersFile
  private let location: Location
  /// Leaf ids ascending, with the index of the leaf.
  private let leaves: [(id: UInt64, index: Int)]
  /// Clusters whose bounds have been compared.
  private var compared: [Bool]

  /// Prepares the members of a layer. O(leaves log leaves), 17 bytes a leaf.
  init(_ members: MembersFile, location: Location) {
    self.members = members
    self.location = location
    leaves = (0..<members.leafCount).map { (members.leaf($0).id, $0) }.sorted { $0.id < $1.id }
    compared = Array(repeating: false, count: members.clusterCount)
  }

  /// Checks the occurrences of a zoom, ascending by id. O(occurrences log members + leaves).
  mutating func check(_ occurrences: [FeatureOccurrence], _ zoom: ZoomCheck, into findings: inout Findings) {
    var covered: [Range<Int>] = []
    var start = 0
    while start < occurrences.count {
      var end = start + 1
      while end < occurrences.count, occurrences[end].id == occurrences[start].id { end += 1 }
      if let range = check(occurrences[start..<end], zoom, &findings) { covered.append(range) }
      start = end
    }
    covered.sort { $0.lowerBound < $1.lowerBound }
    var next = 0
    for range in covered {
      if range.lowerBound != next { break }
      next = range.upperBound
    }
    if next != members.leafCount || covered.last.map(\.upperBound) ?? 0 != members.leafCount {
      findings.add(
        .membersTiles, zoom.location,
        "zoom \(zoom.zoom) does not show each point of the members once",
        expected: "\(members.leafCount) points",
        found: "leaf \(next) is shown twice or not at all")
    }
  }

  /// The leaves of one overlay; nil if the members do not have it.
  private mutating func check(
    _ overlay: ArraySlice<FeatureOccurrence>, _ zoom: ZoomCheck, _ findings: inout Findings
  ) -> Range<Int>? {
    guard let first = overlay.first else { return nil }
    guard first.count > 0 else {
      guard let index = leaves.sortedIndex(of: first.id, by: \.id).map({ leaves[$0].index }) else {
        findings.add(.membersTiles, zoom.location(first), "the members lack this point")
        return nil
      }
      let leaf = members.leaf(index)
      checkPosition(overlay, x: leaf.x, y: leaf.y, zoom, &findings)
      return index..<index + 1
    }
    guard let index = members.index(ofCluster: first.id) else {
      findings.add(.membersTiles, zoom.location(first), "the members lack this cluster")
      return nil
    }
    let cluster = members.cluster(index)
    findings.expect(
      first.count, Int64(cluster.leaves.count), .membersTiles, zoom.location(first),
      "point_count is not the number of its leaves")
    findings.expect(
      first.expansionZoom, Int64(cluster.zoom) + 1, .membersTiles, zoom.location(first),
      "expansion_zoom is not one above the zoom at which the cluster was made, according to the members")
    checkPosition(overlay, x: cluster.x, y: cluster.y, zoom, &findings)
    guard cluster.leaves.upperBound <= members.leafCount else { return nil }
    if !compared[index] {
      compared[index] = true
      checkBounds(first, cluster, zoom, &findings)
    }
    return cluster.leaves
  }

  /// The marker is at the position of the members, to the unit, and is in exactly the tiles that this implies.
  private func checkPosition(
    _ overlay: ArraySlice<FeatureOccurrence>, x: UInt32, y: UInt32, _ zoom: ZoomCheck, _ findings: inout Findings
  ) {
    let cover = MarkerCover(zoom: zoom.zoom, extent: zoom.extent, buffer: zoom.buffer)
    let (tileX, tileY) = (cover.tileUnits(world: x), cover.tileUnits(world: y))
    for occurrence in overlay {
      let dx = abs(occurrence.x - tileX) % cover.worldUnits
      guard min(dx, cover.worldUnits - dx) > zoom.slack || abs(occurrence.y - tileY) > zoom.slack else { continue }
      findings.add(
        .membersTiles, zoom.location(occurrence), "its position is not the one in the members",
        expected: "\(tileX), \(tileY)",
        found: "\(occurrence.x), \(occurrence.y)")
    }
    zoom.check(overlay, cover.tiles(x: cover.interval(world: x), y: cover.interval(world: y)), &findings)
  }

  /// A cluster's `bbox` holds its leaves and no more.
  private func checkBounds(
    _ occurrence: FeatureOccurrence, _ cluster: MembersFile.Cluster, _ zoom: ZoomCheck, _ findings: inout Findings
  ) {
    let (west, south, east, north) = Self.corners(occurrence.numbers)
    var (left, right, top, bottom, isInside) = (false, false, false, false, true)
    for index in cluster.leaves {
      let leaf = members.leaf(index)
      let location = WorldPoint(x: leaf.x, y: leaf.y).coordinate
      let (x, y) = (Self.rounded(location.longitude), Self.rounded(location.latitude))
      isInside =
        isInside && (west <= east ? west <= x && x <= east : x >= west || x <= east) && south <= y && y <= north
      left = left || x == west
      right = right || x == east
      top = top || y == north
      bottom = bottom || y == south
    }
    let isAround = west <= -1_799_999_990 && east >= 1_799_999_990
    if !isInside || !top || !bottom || !isAround && !(left && right) {
      findings.add(.membersTiles, zoom.location(occurrence), "bbox is not the bounds of its leaves")
    }
  }

  private static func corners(_ box: SIMD4<Double>) -> (Int64, Int64, Int64, Int64) {
    (rounded(box.x), rounded(box.y), rounded(box.z), rounded(box.w))
  }

  /// Degrees with the seven decimals of the tiles.
  private static func rounded(_ degrees: Double) -> Int64 {
    abs(degrees) <= 360 ? Int64((degrees * 10_000_000).rounded()) : .max
  }
}
