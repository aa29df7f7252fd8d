import MapMath
import OvertileBundleFormat

/// Whether a layer's `extent` and `bounds` are those of what its tiles show.
///
/// Points and clusters of the last zoom, with members their exact positions; lines and polygons as the last zoom has them;
/// circles of all zooms, with their radius. What no zoom shows is in neither.
struct ExtentCheck {
  private let layer: BundleManifest.Layer
  private let circles: CircleCheck?
  private var boxes: [DegreeBox] = []
  /// The inaccuracy of what was seen, in degrees of longitude.
  private var margin = 3e-7
  /// Per circle: the largest radius in meters that was seen.
  private var radii: [UInt64: Double] = [:]
  /// Whether everything was seen: of lines and polygons tiles leave out parts that are too small.
  private var isKnown: Bool

  /// Prepares for a layer.
  init(layer: BundleManifest.Layer, circles: CircleCheck?) {
    (self.layer, self.circles) = (layer, circles)
    isKnown = layer.layerKind != .shape
  }

  /// Adds the overlays of a zoom, or, for clusters with members, these once.
  ///
  /// - Throws: `BundleError` for members that cannot be read.
  mutating func add(
    _ occurrences: [FeatureOccurrence], zoom: Int, extent: Int, _ members: MembersReader?
  ) throws {
    if layer.layerKind == .circle { return addCircles(occurrences) }
    guard zoom == layer.maxzoom else { return }
    if let members {
      // Rounded positions could have another gap beside them.
      boxes = try (0..<members.leafCount).map { index in
        let point = try members.leafPosition(at: index).coordinate
        return DegreeBox(west: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude)
      }
      return
    }
    let across = Double(UInt64(1) << UInt64(zoom))
    let side = Double(extent) * across
    margin = 1.5 * 360 / side
    // Squares fill the cells of a grid in which small polygons lie.
    if let rules = layer.shape, rules.small != nil {
      margin += 360 * rules.smallerThanPixels / Double(rules.tileSizePixels) / across
    }
    for occurrence in occurrences {
      let box = occurrence.numbers
      if layer.layerKind == .cluster, occurrence.count > 0 {
        // A cluster has the bounds of its points.
        boxes.append(DegreeBox(west: box.x, south: box.y, east: box.z, north: box.w))
      } else if occurrence.isPoint {
        let point = SIMD2<Double>(occurrence.position) / side
        boxes.append(Self.box(point, point))
      } else if box.x.isFinite, box.w.isFinite {
        boxes.append(Self.box(box.lowHalf / side, box.highHalf / side))
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
      let center = SIMD2(Mercator.x(longitude: circle.numbers.x), Mercator.y(latitude: circle.numbers.y))
      let isOutlined = layer.circle?.circleModel != .pixels
      let outline = isOutlined ? circles.outline(of: circle, scale: 1) : []
      let (low, high) = (outline.reduce(center, pointwiseMin), outline.reduce(center, pointwiseMax))
      // The outline of a circle around a pole, or beside one beyond the map, does not tell what the map shows.
      guard high.x - low.x < 0.5 else {
        isKnown = false
        continue
      }
      // The extent is a little generous, and the outline is followed in steps.
      margin = max(margin, 5e-4 * 360 * (high.x - low.x))
      boxes.append(Self.box(low, high))
    }
  }

  /// A box on the map, from its northwestern to its southeastern corner in fractions of the world's side.
  private static func box(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> DegreeBox {
    guard high.x - low.x < 1 else { return DegreeBox(west: -180, south: -85, east: 180, north: 85) }
    func row(_ y: Double) -> Double { Mercator.latitude(y: min(max(y, 0), 1)) }
    func column(_ x: Double) -> Double { Mercator.longitude(x: x - x.rounded(.down)) }
    // The eastern edge of the world is east of its western one.
    let end = high.x == high.x.rounded() && high.x > low.x ? 180 : column(high.x)
    return DegreeBox(west: column(low.x), south: row(high.y), east: end, north: row(low.y))
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish(_ place: Place) {
    guard let stated = DegreeBox(layer.extent) else { return }
    guard let bounds = DegreeBox(layer.bounds) else {
      return place.add(.layerBounds, "the layer has an extent but no bounds")
    }
    place.require(
      isRight(bounds, around: stated), .layerBounds, "the layer's extent does not match its bounds",
      expected: "\(stated)", found: "\(bounds)")
    guard let found = DegreeBox(around: isKnown ? boxes : boxes + [stated]), !boxes.isEmpty else { return }
    func isSame(_ a: Double, _ b: Double) -> Bool {
      let distance = abs(a - b).truncatingRemainder(dividingBy: 360)
      return min(distance, 360 - distance) <= margin
    }
    // Without a gap of a band of meridians an extent is the whole turn.
    let isTurn = stated.width == 360 && found.width > 359.9
    let hasColumns = isTurn || isSame(found.west, stated.west) && isSame(found.east, stated.east)
    place.require(
      hasColumns && isSame(found.south, stated.south) && isSame(found.north, stated.north), .layerBounds,
      "the layer's extent does not match its features", expected: "\(found)", found: "\(stated)")
  }

  /// Whether bounds hold the extent; unless circles pulse beyond it, they are the same, or all longitudes where it crosses
  /// the antimeridian.
  private func isRight(_ bounds: DegreeBox, around extent: DegreeBox) -> Bool {
    var beyond = [bounds.south - extent.south, extent.north - bounds.north]
    if extent.west <= extent.east, extent.west > -180, extent.east < 180 {
      beyond += [bounds.west - extent.west, extent.east - bounds.east]
    }
    guard layer.layerKind == .circle else { return beyond.allSatisfy { abs($0) <= 3e-7 } }
    // Circles that are dissolved do not tell how generous their extent is, which the edge of the map may cut.
    let slack = isKnown ? margin : max(margin, 5e-4 * max(extent.width, extent.north - extent.south))
    return beyond.allSatisfy { $0 <= slack }
  }
}
