import COvertilePROJ
import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore

/// Whether circles have the radius that they state, and are in the tiles that they touch at the largest scale of their pulse.
///
/// Distances on the ground are those of PROJ's geodesics, not of the code that drew the circles. The outline is followed in
/// steps of a degree: a tile that holds such a point must hold the circle.
struct CircleCheck {
  private let rules: BundleManifest.CircleRules
  private let model: CircleModel
  /// The largest scale at which a circle is drawn.
  private let largestScale: Double
  private var ellipsoid = geod_geodesic()

  private static let steps = 360

  /// Prepares for a layer; nil for other kinds, and if its manifest does not state how circles are drawn.
  init?(_ layer: BundleManifest.Layer) {
    guard layer.layerKind == .circle, let rules = layer.circle, let model = rules.circleModel else { return nil }
    (self.rules, self.model) = (rules, model)
    largestScale = max(1, layer.pulse?.scale.max() ?? 1)
    // WGS84.
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
  }

  /// Checks both radii of a circle: map points are meters times MapKit's scale at the center; all of them are rounded.
  func checkRadii(_ found: Double, of circle: FeatureOccurrence, _ place: Place) {
    let scale = MapScale.mapPointsPerMeter(latitude: circle.numbers.y)
    let expected = circle.numbers.z * scale
    let slope = abs(circle.numbers.y) < 89.9 ? 1e-9 : 1e-3
    place.require(
      abs(found - expected) <= 1e-5 * max(1, scale) + expected * slope * 10, .overlayProperty,
      "radius_map_points does not match the value of radius_m", expected: "\(expected)", found: "\(found)")
  }

  /// Checks the occurrences of one circle at a zoom.
  func check(_ first: FeatureOccurrence, _ overlay: ZoomCheck.Overlay, _ zoom: ZoomCheck) {
    guard first.part != .dissolved, first.numbers.x.isFinite else { return }
    let found = Set(overlay.map(\.tile))
    let outline = outline(of: first, scale: largestScale * (1 - 1e-6))
    let side = Double(UInt64(1) << UInt64(zoom.zoom))
    for point in outline where (0..<1).contains(point.y) {
      let column = UInt32(min(point.x - point.x.rounded(.down), 1 - 1e-16) * side)
      let tile = TileID(uncheckedZ: UInt8(zoom.zoom), x: column, y: UInt32(point.y * side))
      guard !found.contains(tile.hilbertID) else { continue }
      return zoom.place.at(tile: tile.hilbertID, feature: first.id).add(
        .overlayMissing, "the circle touches this tile but is missing from it")
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
    _ outline: TileGeometry, of circle: FeatureOccurrence, tile: TileID, _ tiles: BundleManifest.TileStorage
  ) -> Bool {
    let (extent, buffer) = (Double(tiles.extent), Double(tiles.buffer))
    let side = Double(UInt64(1) << UInt64(tile.z)) * extent
    let (longitude, latitude, meters) = (circle.numbers.x, circle.numbers.y, circle.numbers.z)
    let error = rules.chordErrorPixels * extent / Double(rules.tileSizePixels) + 1.5
    // Positions at the edge of the tile's buffer are of the cut.
    let (low, high) = (1 - buffer, extent + buffer - 1)
    var geodesic = ellipsoid
    for (x, y) in zip(outline.x, outline.y).lazy.map({ (Double($0), Double($1)) })
    where min(x, y) > low && max(x, y) < high {
      let (column, row) = ((Double(tile.x) * extent + x) / side, (Double(tile.y) * extent + y) / side)
      // Beyond the edge of the map outlines are cut.
      guard row > 1e-9, row < 1 - 1e-9 else { continue }
      var (found, scaledAt) = (0.0, latitude)
      if model == .geodesic {
        scaledAt = Mercator.latitude(y: row)
        geod_inverse(&geodesic, latitude, longitude, scaledAt, Mercator.longitude(x: column), &found, nil, nil)
      }
      let metersAcross = MapPoint.worldSide / MapScale.mapPointsPerMeter(latitude: scaledAt)
      if model != .geodesic {
        var dx = column - Mercator.x(longitude: longitude)
        dx -= dx.rounded()
        let dy = row - self.row(latitude)
        found = (dx * dx + dy * dy).squareRoot() * metersAcross
      }
      if abs(found - meters) > error * metersAcross / side + 0.02 { return false }
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
