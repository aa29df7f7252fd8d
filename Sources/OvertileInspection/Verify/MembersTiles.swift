import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether the clusters and points that tiles show at a zoom are those of the members file.
struct MembersTiles {
  /// The members.
  let members: MembersReader
  /// The check of the clusters' aggregates, if the members have the values.
  var aggregates: AggregateCheck?
  private let location: Location
  /// Leaf ids ascending, with the index of the leaf.
  private let leaves: [(id: UInt64, index: Int)]
  /// Clusters whose bounds have been compared.
  private var compared: [Bool]

  /// Prepares the members of a layer. O(leaves log leaves), 17 bytes a leaf.
  ///
  /// - Throws: `BundleError` for what cannot be read.
  init(_ members: MembersReader, of layer: BundleManifest.Layer, location: Location, findings: Findings) throws {
    self.members = members
    self.location = location
    aggregates = try AggregateCheck(layer, members: members, findings: findings)
    leaves = try (0..<members.leafCount).map { (try members.leafID(at: $0), $0) }.sorted { $0.id < $1.id }
    compared = Array(repeating: false, count: members.clusterCount)
  }

  /// Checks the occurrences of a zoom, ascending by id. O(occurrences log members + leaves).
  mutating func check(_ occurrences: [FeatureOccurrence], _ zoom: ZoomCheck, into findings: inout Findings) throws {
    var covered: [Range<Int>] = []
    try FeatureOccurrence.forEachOverlay(occurrences) { overlay in
      if let range = try check(overlay, zoom, &findings) { covered.append(range) }
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
        "zoom \(zoom.zoom) does not show every point in the members file exactly once",
        expected: "\(members.leafCount) points",
        found: "leaf \(next) shown twice or not at all")
    }
  }

  /// The leaves of one overlay; nil if the members do not have it.
  private mutating func check(
    _ overlay: ArraySlice<FeatureOccurrence>, _ zoom: ZoomCheck, _ findings: inout Findings
  ) throws -> Range<Int>? {
    guard let first = overlay.first else { return nil }
    guard first.count > 0 else {
      guard let index = leaves.sortedIndex(of: first.id, by: \.id).map({ leaves[$0].index }) else {
        findings.add(.membersTiles, zoom.location(first), "the members file does not contain this point")
        return nil
      }
      let position = try members.leafPosition(at: index)
      checkPosition(overlay, x: position.x, y: position.y, zoom, &findings)
      return index..<index + 1
    }
    guard let index = try members.index(ofCluster: first.id) else {
      findings.add(.membersTiles, zoom.location(first), "the members file does not contain this cluster")
      return nil
    }
    let record = try members.record(at: index)
    findings.expect(
      first.count, Int64(record.leaves.count), .membersTiles, zoom.location(first),
      "point_count differs from the number of the cluster's leaves")
    findings.expect(
      first.expansionZoom, Int64(record.cluster.zoom) + 1, .membersTiles, zoom.location(first),
      "expansion_zoom is not one more than the cluster's zoom in the members file")
    checkPosition(overlay, x: record.cluster.position.x, y: record.cluster.position.y, zoom, &findings)
    if !compared[index] {
      compared[index] = true
      try checkBounds(first, record, zoom, &findings)
    }
    return record.leaves
  }

  /// The marker is at the position of the members, to the unit, and is in exactly the tiles that this implies.
  private func checkPosition(
    _ overlay: ArraySlice<FeatureOccurrence>, x: UInt32, y: UInt32, _ zoom: ZoomCheck, _ findings: inout Findings
  ) {
    let cover = MarkerCover(zoom: zoom.zoom, extent: zoom.extent, buffer: zoom.buffer)
    let (tileX, tileY) = (cover.tileUnits(world: x), cover.tileUnits(world: y))
    for occurrence in overlay {
      let dx = abs(occurrence.x - tileX) % cover.worldUnits
      guard min(dx, cover.worldUnits - dx) > 0 || occurrence.y != tileY else { continue }
      findings.add(
        .membersTiles, zoom.location(occurrence), "the position differs from the one in the members file",
        expected: "\(tileX), \(tileY)",
        found: "\(occurrence.x), \(occurrence.y)")
    }
    zoom.check(overlay, cover.tiles(x: tileX, y: tileY), &findings)
  }

  /// A cluster's `bbox` holds its leaves and no more.
  private func checkBounds(
    _ occurrence: FeatureOccurrence, _ record: MembersRecord, _ zoom: ZoomCheck, _ findings: inout Findings
  ) throws {
    let box = occurrence.numbers
    let (west, south, east, north) =
      (Self.rounded(box.x), Self.rounded(box.y), Self.rounded(box.z), Self.rounded(box.w))
    var (left, right, top, bottom, isInside) = (false, false, false, false, true)
    for index in record.leaves {
      let location = try members.leafPosition(at: index).coordinate
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
      findings.add(.membersTiles, zoom.location(occurrence), "bbox differs from the bounds of the cluster's leaves")
    }
  }

  /// Degrees with the seven decimals of the tiles.
  private static func rounded(_ degrees: Double) -> Int64 {
    abs(degrees) <= 360 ? Int64((degrees * 10_000_000).rounded()) : .max
  }
}
