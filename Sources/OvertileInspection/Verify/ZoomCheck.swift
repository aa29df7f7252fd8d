import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether the overlays of one layer at one zoom are the same in all their tiles, in every tile that they should be in,
/// and as many as the manifest states.
struct ZoomCheck {
  let layer: BundleManifest.Layer
  let zoom: Int
  let file: String
  let extent: Int64
  let buffer: Int64
  /// The check of circles; nil if it is not known how they are drawn.
  let circles: CircleCheck?
  /// Whether a members file has the exact positions, which then decide.
  let hasMembers: Bool

  /// The location of an overlay in a tile.
  func location(_ occurrence: FeatureOccurrence) -> Location {
    Location(file, tile: TileID(hilbertID: occurrence.tile), layer: layer.id, feature: occurrence.id)
  }

  /// The location of the zoom as a whole.
  var location: Location { Location(file, layer: layer.id) }

  /// Checks occurrences in the order of their ids, then tiles. O(occurrences).
  func run(
    _ occurrences: [FeatureOccurrence], claims: [Claim], into findings: inout Findings
  ) {
    var census = Census()
    FeatureOccurrence.forEachOverlay(occurrences) { overlay in
      census.add(overlay)
      checkAgreement(overlay, &findings)
      switch layer.layerKind {
      case .cluster: if !hasMembers { checkMarker(overlay, &findings) }
      case .circle: circles?.check(overlay, self, into: &findings)
      default: if overlay.allSatisfy(\.isPoint) { checkPoints(overlay, &findings) }
      }
    }
    checkClaims(claims, occurrences, &findings)
    if let counts = layer.zooms.first(where: { $0.zoom == zoom }) {
      check(counts, census, entries: occurrences.count, &findings)
    }
  }

  /// The same id has the same properties everywhere and occurs once in a tile, and markers are at one position.
  private func checkAgreement(_ overlay: ArraySlice<FeatureOccurrence>, _ findings: inout Findings) {
    guard let first = overlay.first else { return }
    let isMarker = layer.layerKind == .cluster
    if let second = overlay.filter({ $0.part == .label }).dropFirst().first {
      findings.add(.overlayStray, location(second), "a shape has two label points at one zoom")
    }
    let around = extent << Int64(zoom)
    for (before, occurrence) in zip(overlay, overlay.dropFirst()) {
      if before.tile == occurrence.tile, before.part == occurrence.part {
        findings.add(.tileID, location(occurrence), "the id occurs twice in the tile's layer")
      }
      if (before.part == .dissolved) != (occurrence.part == .dissolved) {
        findings.add(.tileID, location(occurrence), "a dissolved shape and a circle have the same id")
      } else if occurrence.digest != first.digest {
        findings.add(
          .overlayDiffers, location(occurrence), "the feature's properties differ between tiles",
          expected: "as in \(Self.name(first.tile))", found: "different properties in \(Self.name(occurrence.tile))")
      }
      guard isMarker else { continue }
      let dx = ((occurrence.x - first.x) % around + around) % around
      if dx != 0 || occurrence.y != first.y {
        findings.add(
          .overlayDiffers, location(occurrence),
          "the feature's position differs from its position in tile \(Self.name(first.tile))",
          expected: "\(first.x), \(first.y)", found: "\(occurrence.x), \(occurrence.y)")
      }
    }
  }

  /// Each point of a MultiPoint is in tiles of its own.
  private func checkPoints(_ overlay: ArraySlice<FeatureOccurrence>, _ findings: inout Findings) {
    let around = extent << Int64(zoom)
    let points = Dictionary(grouping: overlay) { SIMD2(($0.x % around + around) % around, $0.y) }
    for group in points.values { checkMarker(group[...], &findings) }
  }

  private func checkMarker(_ overlay: ArraySlice<FeatureOccurrence>, _ findings: inout Findings) {
    guard let first = overlay.first else { return }
    let cover = MarkerCover(zoom: zoom, extent: extent, buffer: buffer)
    // Farther out its tile has been reported already, and the arithmetic would overflow.
    let near = -2 * extent...cover.worldUnits + 2 * extent
    guard near.contains(first.x), near.contains(first.y) else { return }
    check(overlay, cover.tiles(x: first.x, y: first.y), &findings)
  }

  /// Compares the tiles that hold a marker with those that should.
  func check(
    _ overlay: ArraySlice<FeatureOccurrence>, _ tiles: (sure: [(Int64, Int64)], possible: [(Int64, Int64)]),
    _ findings: inout Findings
  ) {
    guard let first = overlay.first else { return }
    func hilbertID(_ tile: (Int64, Int64)) -> UInt64 {
      TileID(uncheckedZ: UInt8(zoom), x: UInt32(truncatingIfNeeded: tile.0), y: UInt32(truncatingIfNeeded: tile.1))
        .hilbertID
    }
    // The commonest case: one tile, and nothing near an edge.
    if overlay.count == 1, tiles.possible.count == 1, hilbertID(tiles.possible[0]) == first.tile { return }
    for tile in tiles.sure.map(hilbertID) where !overlay.contains(where: { $0.tile == tile }) {
      findings.add(
        .overlayMissing, Location(file, tile: TileID(hilbertID: tile), layer: layer.id, feature: first.id),
        "the feature is missing from this tile although it lies within the buffer",
        expected: "as in \(Self.name(first.tile))")
    }
    let possible = tiles.possible.map(hilbertID)
    for occurrence in overlay where !possible.contains(occurrence.tile) {
      findings.add(.overlayStray, location(occurrence), "the feature lies outside this tile and its buffer")
    }
  }

  /// Every neighbor into which a clipped feature reaches well must hold one, too.
  private func checkClaims(_ claims: [Claim], _ occurrences: [FeatureOccurrence], _ findings: inout Findings) {
    for claim in claims where !Self.contains(occurrences, claim) {
      findings.add(
        .overlayMissing, Location(file, tile: TileID(hilbertID: claim.tile), layer: layer.id, feature: claim.id),
        "the feature is missing from this tile although its geometry in tile \(Self.name(claim.from)) extends into it")
    }
  }

  private static func contains(_ occurrences: [FeatureOccurrence], _ claim: Claim) -> Bool {
    let index = occurrences.partitioningIndex { ($0.id, $0.tile) >= (claim.id, claim.tile) }
    guard index < occurrences.count else { return false }
    return occurrences[index].id == claim.id && occurrences[index].tile == claim.tile
  }

  private func check(
    _ counts: BundleManifest.ZoomCounts, _ census: Census, entries: Int, _ findings: inout Findings
  ) {
    findings.expect(
      entries, counts.entries, .layerCounts, location, "the number of feature entries at zoom \(zoom) is wrong")
    findings.expect(
      census.overlays + census.dissolvedShapes, counts.overlays, .layerCounts, location,
      "the number of overlays at zoom \(zoom) is wrong")
    switch layer.layerKind {
    case .cluster:
      findings.expect(
        census.points, Int64(counts.points), .layerConservation, location,
        "the clusters and single points at zoom \(zoom) contain the wrong number of points")
      findings.expect(
        counts.hidden, 0, .layerCounts, location, "zoom \(zoom) hides features, which a cluster layer must not do")
    case .circle:
      // Without centers, circles whose outline vanishes on the grid are not counted.
      let isExact = census.dissolvedShapes == 0 || census.hasCenters
      let shown = census.hasCenters ? census.overlays : census.overlays + Int(census.dissolvedCircles)
      if isExact ? shown != counts.points : shown > counts.points {
        findings.add(
          .layerCounts, location, "the number of circles at zoom \(zoom) is wrong", expected: "\(counts.points)",
          found: "\(shown)")
      }
    default:
      findings.expect(
        counts.points, 0, .layerCounts, location, "zoom \(zoom) reports point counts, which a shape layer must not have"
      )
    }
  }

  private static func name(_ tile: UInt64) -> String { TileID(hilbertID: tile)?.description ?? "\(tile)" }
}

/// The items of a layer at a zoom, counted once per id.
private struct Census {
  /// Distinct ids other than of dissolved shapes.
  var overlays = 0
  /// The points that they represent.
  var points: Int64 = 0
  var dissolvedShapes = 0
  var dissolvedCircles: Int64 = 0
  var hasCenters = false

  mutating func add(_ overlay: ArraySlice<FeatureOccurrence>) {
    guard let first = overlay.first else { return }
    if first.part == .dissolved {
      dissolvedShapes += 1
      // A number in a tile can be anything.
      dissolvedCircles += min(max(first.count, 0), Int64(UInt32.max))
    } else {
      overlays += 1
      points += first.count == 0 ? 1 : first.count
      hasCenters = hasCenters || overlay.contains { $0.part == .center }
    }
  }
}
