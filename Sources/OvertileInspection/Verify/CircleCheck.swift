import COvertilePROJ
import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether circles have the radius that they state, and are in the tiles that they touch at the largest scale of their pulse.
///
/// Distances on the ground are those of PROJ's geodesics, not of the code that drew the circles. The outline is followed in
/// steps of a degree: a tile that holds such a point must hold the circle, and one far outside their box must not.
struct CircleCheck {
  private let rules: BundleManifest.CircleRules
  private let model: CircleModel
  /// The largest scale at which a circle is drawn.
  let largestScale: Double
  private var ellipsoid = geod_geodesic()

  private static let steps = 360

  /// Prepares for a layer; nil if its manifest does not state how circles are drawn.
  init?(_ layer: BundleManifest.Layer) {
    guard let rules = layer.circle, let model = rules.circleModel else { return nil }
    (self.rules, self.model) = (rules, model)
    largestScale = max(1, layer.pulse?.scale.max() ?? 1)
    // WGS84.
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
  }

  /// Checks the occurrences of one circle at a zoom.
  func check(_ overlay: ArraySlice<FeatureOccurrence>, _ zoom: ZoomCheck, into findings: inout Findings) {
    guard let first = overlay.first, first.part != .dissolved, first.numbers.x.isFinite else { return }
    let found = Set(overlay.map(\.tile))
    let outline = outline(of: first, scale: largestScale * (1 - 1e-6))
    let side = Double(UInt64(1) << UInt64(zoom.zoom))
    for point in outline where (0..<1).contains(point.y) {
      let tile = TileID(
        uncheckedZ: UInt8(zoom.zoom), x: UInt32(min(point.x - point.x.rounded(.down), 1 - 1e-16) * side),
        y: UInt32(point.y * side)
      ).hilbertID
      guard !found.contains(tile) else { continue }
      return findings.add(
        .overlayMissing, Location(zoom.file, tile: TileID(hilbertID: tile), layer: zoom.layer.id, feature: first.id),
        "the circle touches this tile but is missing from it")
    }
    checkStrays(overlay, outline, zoom, &findings)
  }

  /// The tiles outside of the box of an outline; unless it is around a pole.
  private func checkStrays(
    _ overlay: ArraySlice<FeatureOccurrence>, _ outline: [SIMD2<Double>], _ zoom: ZoomCheck, _ findings: inout Findings
  ) {
    guard let west = outline.map(\.x).min(), let east = outline.map(\.x).max(), let north = outline.map(\.y).min(),
      let south = outline.map(\.y).max(), east - west < 0.5, north > 0, south < 1
    else { return }
    let (side, margin) = (Double(UInt64(1) << UInt64(zoom.zoom)), 1e-4 * (east - west) + 1e-9)
    for occurrence in overlay {
      guard let tile = TileID(hilbertID: occurrence.tile) else { continue }
      let (left, top) = (Double(tile.x) / side, Double(tile.y) / side)
      let columns = west - margin - 1 / side...east + margin
      let touches = columns.contains(left) || columns.contains(left - 1) || columns.contains(left + 1)
      if !touches || top > south + margin || top + 1 / side < north - margin {
        findings.add(.overlayStray, zoom.location(occurrence), "the circle is in this tile but does not touch it")
      }
    }
  }

  /// The outline of a circle at a scale, in fractions of the world's side; columns are not wrapped. A circle in pixels has the
  /// radius in meters that it has at its zoom.
  func outline(of circle: FeatureOccurrence, scale: Double) -> [SIMD2<Double>] {
    let (longitude, latitude, meters) = (circle.numbers.x, circle.numbers.y, circle.numbers.z * scale)
    let center = SIMD2(Mercator.x(longitude: longitude), row(latitude))
    if model != .geodesic {
      let radius = meters * MapScale.mapPointsPerMeter(latitude: latitude) / MapPoint.worldSide
      return (0..<Self.steps).map { step in
        let angle = Double(step) / Double(Self.steps) * 2 * Double.pi
        return center + radius * SIMD2(sin(angle), -cos(angle))
      }
    }
    var (geodesic, endLatitude, endLongitude) = (ellipsoid, 0.0, 0.0)
    return (0..<Self.steps).map { step in
      let azimuth = Double(step) * 360 / Double(Self.steps)
      geod_direct(&geodesic, latitude, longitude, azimuth, meters, &endLatitude, &endLongitude, nil)
      var x = Mercator.x(longitude: endLongitude)
      x += (center.x - x).rounded()
      return SIMD2(x, Mercator.y(latitude: endLatitude))
    }
  }

  /// Whether the outline in a tile lies on the circle: at the stated radius, to the chord error and a unit of the tile.
  func checkRing(
    _ positions: some Sequence<(x: Int32, y: Int32)>, of circle: FeatureOccurrence, tile: TileID, extent: Int,
    buffer: Int
  ) -> Bool {
    let unit = 1 / (Double(UInt64(1) << UInt64(tile.z)) * Double(extent))
    let (longitude, latitude, meters) = (circle.numbers.x, circle.numbers.y, circle.numbers.z)
    let error = rules.chordErrorPixels * Double(extent) / Double(rules.tileSizePixels) + 1.5
    let (low, high) = (Int32(clamping: 1 - buffer), Int32(clamping: extent + buffer - 1))
    var geodesic = ellipsoid
    for (x, y) in positions {
      // Those at the edge of the tile's buffer are of the cut.
      guard x > low, x < high, y > low, y < high else { continue }
      let row = (Double(tile.y) + Double(y) / Double(extent)) * unit * Double(extent)
      let column = (Double(tile.x) + Double(x) / Double(extent)) * unit * Double(extent)
      // Beyond the edge of the map outlines are cut.
      guard row > 1e-9, row < 1 - 1e-9 else { continue }
      var found = 0.0
      let metersPerUnit: Double
      let there = Mercator.latitude(y: row)
      if model == .geodesic {
        geod_inverse(&geodesic, latitude, longitude, there, Mercator.longitude(x: column), &found, nil, nil)
        metersPerUnit = unit * MapPoint.worldSide / MapScale.mapPointsPerMeter(latitude: there)
      } else {
        var dx = column - Mercator.x(longitude: longitude)
        dx -= dx.rounded()
        let dy = row - self.row(latitude)
        let scale = MapPoint.worldSide / MapScale.mapPointsPerMeter(latitude: latitude)
        found = (dx * dx + dy * dy).squareRoot() * scale
        metersPerUnit = unit * scale
      }
      if abs(found - meters) > error * metersPerUnit + 0.02 { return false }
    }
    return true
  }

  /// The row of a center, in fractions of the world's side. MKCircle has none beyond 85 degrees, and one in
  /// pixels none beyond the map.
  private func row(_ latitude: Double) -> Double {
    let limit = model == .mapkit ? 85 : model == .pixels ? Mercator.maximumLatitude : 90
    return Mercator.y(latitude: min(max(latitude, -limit), limit))
  }
}
