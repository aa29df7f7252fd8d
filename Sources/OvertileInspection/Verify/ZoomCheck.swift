import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether the overlays of one layer at one zoom are the same in all their tiles, in every tile that they should be in,
/// and as many as the manifest states.
struct ZoomCheck {
  let layer: BundleManifest.Layer
  let kind: LayerKind?
  let zoom: Int
  let tiles: BundleManifest.TileStorage
  /// The file and the layer.
  let place: Place

  /// The occurrences of one overlay.
  typealias Overlay = ArraySlice<FeatureOccurrence>

  /// The place of an overlay in a tile.
  func place(_ occurrence: FeatureOccurrence) -> Place {
    place.at(tile: occurrence.tile, feature: occurrence.id)
  }

  /// Adds a finding unless a marker is at a position in tile units of the whole zoom, the world around or not.
  func require(
    _ occurrence: FeatureOccurrence, at position: SIMD2<Int64>, _ code: FindingCode,
    _ message: @autoclosure () -> String
  ) {
    let (found, around) = (occurrence.position, Int64(tiles.extent) << Int64(zoom))
    place(occurrence).require(
      (found.x - position.x) % around == 0 && found.y == position.y, code, message(),
      expected: "\(position.x), \(position.y)", found: "\(found.x), \(found.y)")
  }

  /// Checks occurrences in the order of their ids, then tiles. O(occurrences).
  ///
  /// - Throws: `BundleError` for members that cannot be read.
  func run(_ contents: LayerContents, _ circles: CircleCheck?, _ members: inout MembersTiles?) throws {
    var census = Census()
    var leaves: [Range<Int>] = []
    var rest = contents.occurrences[...]
    while let first = rest.first {
      let overlay = rest.prefix { $0.id == first.id }
      rest = rest[overlay.endIndex...]
      census.add(first, overlay)
      checkAgreement(first, overlay)
      circles?.check(first, overlay, self)
      if let shown = try members?.check(first, overlay, self) { leaves.append(shown) }
    }
    members?.check(shown: leaves, zoom, place)
    for claim in contents.claims { check(claim, contents.occurrences) }
    if let counts = layer.zooms.first(where: { $0.zoom == zoom }) {
      check(counts, census, entries: contents.occurrences.count)
    }
  }

  /// The same id has the same properties everywhere and occurs once in a tile, and markers are at one position.
  private func checkAgreement(_ first: FeatureOccurrence, _ overlay: Overlay) {
    let labels = overlay.filter(\.isLabel)
    if labels.count > 1 { place(labels[1]).add(.overlayStray, "a shape has two label points at one zoom") }
    for (before, occurrence) in zip(overlay, overlay.dropFirst()) {
      let place = place(occurrence)
      place.require(
        before.tile != occurrence.tile || before.partName != occurrence.partName, .tileID,
        "the id occurs twice in the tile's layer")
      place.require(
        occurrence.digest == first.digest, .overlayDiffers, "the feature's properties differ between tiles",
        expected: "as in \(Place.name(ofTile: first.tile))",
        found: "different properties in \(Place.name(ofTile: occurrence.tile))")
      guard kind == .cluster else { continue }
      require(
        occurrence, at: first.position, .overlayDiffers,
        "the feature's position differs from its position in tile \(Place.name(ofTile: first.tile))")
    }
  }

  /// Every neighbor into which a feature reaches well must hold it, too.
  private func check(_ claim: Claim, _ occurrences: [FeatureOccurrence]) {
    let index = occurrences.partitioningIndex { ($0.id, $0.tile) >= (claim.id, claim.tile) }
    if let found = occurrences[index...].first, found.id == claim.id, found.tile == claim.tile { return }
    // Beside points that are left of the small parts of a shape, there may be polygons of it.
    let start = occurrences.partitioningIndex { $0.id >= claim.id }
    let isClaimed = !claim.isPoint || occurrences[start...].prefix { $0.id == claim.id }.allSatisfy(\.isPoint)
    place.at(tile: claim.tile, feature: claim.id).require(
      !isClaimed, .overlayMissing,
      "the feature is missing from this tile although its geometry in tile \(Place.name(ofTile: claim.from)) extends into it"
    )
  }

  private func check(_ counts: BundleManifest.ZoomCounts, _ census: Census, entries: Int) {
    func expect(_ found: Int, _ expected: Int, _ name: String, _ code: FindingCode = .layerCounts) {
      place.expect(found, expected, code, "the number of \(name) at zoom \(zoom) is wrong")
    }
    expect(entries, counts.entries, "feature entries")
    expect(census.overlays + census.dissolvedShapes, counts.overlays, "overlays")
    switch kind {
    case .cluster:
      expect(census.points, counts.points, "points in clusters and single points", .layerConservation)
      expect(counts.hidden, 0, "hidden features of a cluster layer")
    case .circle:
      let shown = census.hasCenters ? census.overlays : census.overlays + census.dissolvedCircles
      // Without centers, circles whose outline vanishes on the grid are not counted.
      let isLess = census.dissolvedShapes > 0 && !census.hasCenters && shown < counts.points
      if !isLess { expect(shown, counts.points, "circles") }
    default: expect(counts.points, 0, "points of a shape layer")
    }
  }
}

/// The items of a layer at a zoom, counted once per id.
private struct Census {
  /// Distinct ids other than of dissolved shapes.
  var overlays = 0
  /// The points that they represent.
  var points = 0
  var dissolvedShapes = 0
  var dissolvedCircles = 0
  var hasCenters = false

  mutating func add(_ first: FeatureOccurrence, _ overlay: ZoomCheck.Overlay) {
    if first.part == .dissolved {
      dissolvedShapes += 1
      // A number in a tile can be anything.
      dissolvedCircles += Int(min(max(first.count, 0), Int64(UInt32.max)))
    } else {
      overlays += 1
      points += first.count == 0 ? 1 : Int(first.count)
      hasCenters = hasCenters || overlay.contains { $0.part == .center }
    }
  }
}
