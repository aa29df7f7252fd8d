import MapMath
import OvertileBundleFormat
import OvertileCircles

/// Whether the circles of a layer are in exactly the tiles that they touch at the largest scale of their pulse.
///
/// Tiles do not state whether a circle is one on the ground or one on MapKit's plane (as are those in pixels), so both
/// models are tried, and the layer must agree with the better one. Centers are written with seven decimals, so a circle
/// is tried a centimeter smaller and larger: tiles that both touch are necessary, those that neither touches are wrong.
struct CircleCovers {
  private let largestScale: Double
  fileprivate var geodesic: Findings
  fileprivate var plane: Findings

  /// Prepares for a layer.
  init(_ layer: BundleManifest.Layer, findings: Findings) {
    let scales = layer.pulse?.scale.filter { $0.isFinite } ?? []
    largestScale = max(1, scales.max() ?? 1)
    geodesic = findings.fresh
    plane = findings.fresh
  }

  /// The rounding of a center, on the ground.
  private static let toleranceMeters = 0.01

  /// The errors of the layer under the better model.
  var result: Findings { Self.count(geodesic) < Self.count(plane) ? geodesic : plane }

  /// Checks the occurrences of one circle at a zoom.
  mutating func check(_ overlay: ArraySlice<FeatureOccurrence>, _ zoom: ZoomCheck) {
    guard let first = overlay.first, first.part != .dissolved, first.numbers.x.isFinite else { return }
    let center = Coordinate(latitude: first.numbers.y, longitude: first.numbers.x)
    let radius = first.numbers.z
    let found = Set(overlay.map(\.tile))
    for occurrence in overlay where occurrence.part != .ring {
      checkPosition(occurrence, center, zoom)
    }
    compare(found, first, zoom, &plane) { try Self.circle(center, radius + $0, zoom: zoom.zoom) }
    compare(found, first, zoom, &geodesic) {
      try Circle(center: center, radius: min(radius + $0, Circle.maximumMeters), model: .geodesic)
    }
  }

  private func compare(
    _ found: Set<UInt64>, _ first: FeatureOccurrence, _ zoom: ZoomCheck, _ findings: inout Findings,
    _ circle: (Double) throws -> Circle
  ) {
    let location = { (tile: UInt64) in
      Location(zoom.file, tile: TileID(hilbertID: tile), layer: zoom.layer.id, feature: first.id)
    }
    if let larger = try? circle(Self.toleranceMeters / min(1, largestScale)),
      let possible = tiles(larger, zoom.zoom, limit: 8 * found.count + 1024)
    {
      for tile in found.subtracting(possible).sorted() {
        findings.add(.overlayStray, location(tile), "the circle does not touch this tile")
      }
      if found.count == possible.count { return }
    }
    guard let smaller = try? circle(-Self.toleranceMeters) else { return }
    guard let sure = tiles(smaller, zoom.zoom, limit: 8 * found.count + 1024) else {
      return findings.add(.overlayMissing, zoom.location, "circle \(first.id) touches far more tiles than hold it")
    }
    for tile in sure.subtracting(found).sorted() {
      findings.add(.overlayMissing, location(tile), "the circle touches this tile, but is not in it")
    }
  }

  /// The tiles of a circle, unless there are more than a limit: a damaged radius can be any number.
  private func tiles(_ circle: Circle, _ zoom: Int, limit: Int) -> Set<UInt64>? {
    var tiles: Set<UInt64> = []
    do {
      try circle.forEachTileRun(atZoom: zoom, scale: largestScale) { run in
        guard run.columns.count <= limit - tiles.count else { throw TooMany() }
        for x in run.columns { tiles.insert(TileID(uncheckedZ: UInt8(zoom), x: x, y: run.row).hilbertID) }
      }
    } catch {
      return nil
    }
    return tiles
  }

  private struct TooMany: Error {}

  /// The point of a circle is at its center.
  private mutating func checkPosition(_ occurrence: FeatureOccurrence, _ center: Coordinate, _ zoom: ZoomCheck) {
    let cover = MarkerCover(zoom: zoom.zoom, extent: zoom.extent, buffer: zoom.buffer)
    let world = WorldPoint(center)
    let dx = (occurrence.x - cover.tileUnits(world: world.x)) % cover.worldUnits
    let dy = occurrence.y - cover.tileUnits(world: world.y)
    // The center is rounded to about a grid unit.
    let tolerance = 1 + zoom.slack + max(0, 4 * cover.worldUnits >> 32)
    if min(abs(dx), cover.worldUnits - abs(dx)) <= tolerance, abs(dy) <= tolerance { return }
    let location = zoom.location(occurrence)
    for keyPath in [\CircleCovers.geodesic, \CircleCovers.plane] {
      self[keyPath: keyPath].add(
        .overlayDiffers, location, "its point is not at its center",
        expected: "\(center.longitude), \(center.latitude)",
        found: "tile units \(dx) east and \(dy) south of it")
    }
  }

  /// A circle on the plane; one too large for meters is one in pixels.
  private static func circle(_ center: Coordinate, _ meters: Double, zoom: Int) throws -> Circle {
    if meters <= Circle.maximumMeters { return try Circle(center: center, radius: meters, model: .mapkit) }
    let mapPoints = meters * MapScale.mapPointsPerMeter(latitude: center.latitude)
    let pixels = mapPoints / MapPoint.worldSide * 512 * Double(1 << zoom)
    return try Circle(center: center, radius: pixels, model: .pixels(tileSize: 512))
  }

  private static func count(_ findings: Findings) -> Int { findings.counts.values.reduce(0, +) }
}
