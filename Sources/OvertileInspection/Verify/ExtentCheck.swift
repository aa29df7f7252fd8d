import MapMath
import OvertileBundleFormat

/// Whether a layer's `extent` and `bounds` are those of what its tiles show.
///
/// Points and clusters of the last zoom, with members their exact positions; lines and polygons as the last zoom has them;
/// circles of all zooms, with their radius. What no zoom shows is in neither.
struct ExtentCheck {
  private let layer: BundleManifest.Layer
  private let location: Location
  private let circles: CircleCheck?
  private var boxes: [DegreeBox] = []
  /// The inaccuracy of what was seen, in degrees of longitude.
  private var margin = 3e-7
  /// Per circle: the largest radius in meters that was seen.
  private var radii: [UInt64: Double] = [:]
  /// Whether everything was seen: of lines and polygons tiles leave out parts that are too small.
  private var isKnown: Bool
  /// Whether a circle at the largest scale of its pulse leaves the bounds.
  private var leavesBounds = false

  /// Prepares for a layer.
  init(_ layer: BundleManifest.Layer) {
    self.layer = layer
    location = Location(BundleManifest.fileName, layer: layer.id)
    circles = CircleCheck(layer)
    isKnown = layer.layerKind != .shape
  }

  /// Adds the overlays of a zoom, or, for clusters with members, these once.
  ///
  /// - Throws: `BundleError` for members that cannot be read.
  mutating func add(_ occurrences: [FeatureOccurrence], _ zoom: ZoomCheck, members: MembersReader?) throws {
    if layer.layerKind == .circle { return addCircles(occurrences) }
    guard zoom.zoom == layer.maxzoom else { return }
    if let members {
      for index in 0..<members.leafCount {
        let point = try members.leafPosition(at: index).coordinate
        boxes.append(
          DegreeBox(west: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude))
      }
      return
    }
    let side = Double(zoom.extent) * Double(UInt64(1) << UInt64(zoom.zoom))
    margin = 1.5 * 360 / side
    // Squares fill the cells of a grid in which small polygons lie.
    if let rules = layer.shape, rules.small != nil {
      margin += 360 * rules.smallerThanPixels / Double(rules.tileSizePixels) / Double(UInt64(1) << UInt64(zoom.zoom))
    }
    for occurrence in occurrences {
      let box = occurrence.numbers
      if layer.layerKind == .cluster, occurrence.count > 0 {
        // A cluster has the bounds of its points.
        boxes.append(DegreeBox(west: box.x, south: box.y, east: box.z, north: box.w))
      } else if occurrence.isPoint {
        let (x, y) = (Double(occurrence.x) / side, Double(occurrence.y) / side)
        boxes.append(Self.box(west: x, east: x, north: y, south: y))
      } else if box.x.isFinite, box.w.isFinite {
        boxes.append(Self.box(west: box.x / side, east: box.z / side, north: box.y / side, south: box.w / side))
      }
    }
  }

  private mutating func addCircles(_ occurrences: [FeatureOccurrence]) {
    for circle in occurrences {
      // A dissolved shape does not tell its circles.
      guard circle.part != .dissolved, let circles else {
        isKnown = false
        continue
      }
      guard circle.numbers.z > radii[circle.id, default: 0] else { continue }
      radii[circle.id] = circle.numbers.z
      checkBounds(circles.outline(of: circle, scale: circles.largestScale))
      var outline = [SIMD2(Mercator.x(longitude: circle.numbers.x), Mercator.y(latitude: circle.numbers.y))]
      if layer.circle?.circleModel != .pixels { outline += circles.outline(of: circle, scale: 1) }
      guard let west = outline.map(\.x).min(), let east = outline.map(\.x).max(), let north = outline.map(\.y).min(),
        let south = outline.map(\.y).max()
      else { continue }
      // The outline of a circle around a pole, or beside one beyond the map, does not tell what the map shows.
      guard east - west < 0.5 else {
        isKnown = false
        continue
      }
      // The extent is a little generous, and the outline is followed in steps.
      margin = max(margin, 5e-4 * 360 * (east - west))
      boxes.append(Self.box(west: west, east: east, north: north, south: south))
    }
  }

  /// A box on the map, in fractions of the world's side.
  private static func box(west: Double, east: Double, north: Double, south: Double) -> DegreeBox {
    guard east - west < 1 else { return DegreeBox(west: -180, south: -85, east: 180, north: 85) }
    func row(_ y: Double) -> Double { Mercator.latitude(y: min(max(y, 0), 1)) }
    func column(_ x: Double) -> Double { Mercator.longitude(x: x - x.rounded(.down)) }
    // The eastern edge of the world is east of its western one.
    let end = east == east.rounded() && east > west ? 180 : column(east)
    return DegreeBox(west: column(west), south: row(south), east: end, north: row(north))
  }

  private mutating func checkBounds(_ outline: [SIMD2<Double>]) {
    guard let bounds = DegreeBox(layer.bounds), bounds.width < 360 else { return }
    let slack = 1e-8
    let columns = Mercator.x(longitude: bounds.west) - slack...Mercator.x(longitude: bounds.east) + slack
    let rows = Mercator.y(latitude: bounds.north) - slack...Mercator.y(latitude: bounds.south) + slack
    // Beyond the map an outline may go around a pole.
    if outline.contains(where: { 0...1 ~= $0.y && (!columns.contains($0.x) || !rows.contains($0.y)) }) {
      leavesBounds = true
    }
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish(into findings: inout Findings) {
    guard let stated = DegreeBox(layer.extent) else { return }
    guard let bounds = DegreeBox(layer.bounds) else {
      return findings.add(.layerBounds, location, "the layer has an extent but no bounds")
    }
    compare(stated, bounds, &findings)
    if leavesBounds {
      findings.add(
        .layerBounds, location, "a circle extends beyond the layer's bounds at the largest scale of its pulse")
    }
    guard let found = DegreeBox(around: isKnown ? boxes : boxes + [stated]), !boxes.isEmpty else { return }
    func isSame(_ a: Double, _ b: Double) -> Bool {
      let distance = abs(a - b).truncatingRemainder(dividingBy: 360)
      return min(distance, 360 - distance) <= margin
    }
    // Without a gap of a band of meridians an extent is the whole turn.
    let isTurn = stated.width == 360 && found.width > 359.9
    let holds =
      (isTurn || isSame(found.west, stated.west) && isSame(found.east, stated.east))
      && isSame(found.south, stated.south) && isSame(found.north, stated.north)
    if !holds {
      findings.add(
        .layerBounds, location, "the layer's extent does not match its features", expected: "\(found)",
        found: "\(stated)")
    }
  }

  /// The bounds hold the extent; unless circles pulse beyond it, they are the same, or all longitudes where it crosses the
  /// antimeridian.
  private func compare(_ extent: DegreeBox, _ bounds: DegreeBox, _ findings: inout Findings) {
    let isTurned = extent.west > extent.east || extent.west <= -180 || extent.east >= 180
    let pairs = [
      ("west", extent.west, bounds.west, -1.0), ("south", extent.south, bounds.south, -1),
      ("east", extent.east, bounds.east, 1), ("north", extent.north, bounds.north, 1),
    ]
    for (name, own, other, sign) in pairs where !isTurned || name == "south" || name == "north" {
      let beyond = (own - other) * sign
      // Circles that are dissolved do not tell how generous their extent is, which the edge of the map may cut.
      let size = max(extent.width, extent.north - extent.south)
      let slack = isKnown ? margin : max(margin, 5e-4 * size)
      let isSame = layer.layerKind == .circle ? beyond <= slack : abs(beyond) <= 3e-7
      if !isSame {
        findings.add(
          .layerBounds, location, "the \(name) edge of the layer's extent does not match its bounds",
          expected: "\(own)",
          found: "\(other)")
      }
    }
  }
}
