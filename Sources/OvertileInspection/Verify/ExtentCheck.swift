import MapMath
import OvertileBundleFormat
import OvertileCircles

/// Whether a layer's `extent` is the extent of its overlays.
///
/// For points whose members are known, and for circles that are all seen, it is recomputed. For lines and polygons,
/// which tiles show without parts that are too small for their grid, and for clusters without members, everything seen
/// must lie in it, and it must agree with the layer's bounds.
struct ExtentCheck {
  private let layer: BundleManifest.Layer
  private let location: Location
  private let stated: ExtentArc?
  private var found: ExtentSpan
  /// Per circle: the largest radius in meters that was seen.
  private var radii: [UInt64: Double] = [:]
  private var hasLeaves = false
  private var isDamaged = false

  /// Prepares for a layer.
  init(_ layer: BundleManifest.Layer) {
    self.layer = layer
    location = Location(BundleManifest.fileName, layer: layer.id)
    stated = ExtentArc(layer.extent)
    found = ExtentSpan(from: stated?.west ?? 0)
  }

  /// The inaccuracy of seven decimals of a degree and a few units of the world grid, as a fraction of the world's side.
  private static let tolerance = 2e-9

  /// Adds the overlays of a zoom.
  mutating func add(
    _ occurrences: [FeatureOccurrence], _ zoom: ZoomCheck, members: MembersFile?, into findings: inout Findings
  ) {
    guard let stated else { return }
    switch layer.layerKind {
    case .circle: for occurrence in occurrences { addCircle(occurrence, zoom) }
    case .cluster:
      if let members { return addLeaves(members) }
      fallthrough
    default:
      guard zoom.zoom == layer.maxzoom else { return }
      for occurrence in occurrences where occurrence.count == 0 {
        guard let box = occurrence.box(extent: zoom.extent, zoom: zoom.zoom) else { continue }
        let margin = (1.5 + Double(zoom.slack)) / (Double(zoom.extent) * Double(1 << zoom.zoom)) + Self.tolerance
        if !stated.contains(box, margin: margin) {
          findings.add(.layerBounds, zoom.location(occurrence), "it lies outside the layer's extent")
        }
      }
    }
  }

  private mutating func addLeaves(_ members: MembersFile) {
    guard !hasLeaves else { return }
    hasLeaves = true
    for index in 0..<members.leafCount {
      let leaf = members.leaf(index)
      let (x, y) = (Double(leaf.x) / WorldGrid.side, Double(leaf.y) / WorldGrid.side)
      found.add(ExtentBox(west: x, width: 0, north: y, south: y))
    }
  }

  private mutating func addCircle(_ occurrence: FeatureOccurrence, _ zoom: ZoomCheck) {
    guard occurrence.part != .dissolved, occurrence.numbers.z > radii[occurrence.id, default: 0] else { return }
    radii[occurrence.id] = occurrence.numbers.z
    guard let rules = layer.circle, let box = Self.box(occurrence, rules) else {
      isDamaged = true
      return
    }
    found.add(box)
    // MKCircle's rectangle ends before the center if that is farther north or south than 85 degrees.
    let center = Self.point(occurrence)
    found.add(ExtentBox(west: center.x, width: 0, north: center.y, south: center.y))
  }

  /// The center of a circle as fractions of the world's side, clamped to the map.
  private static func point(_ occurrence: FeatureOccurrence) -> (x: Double, y: Double) {
    let point = WorldPoint(Coordinate(latitude: occurrence.numbers.y, longitude: occurrence.numbers.x))
    return (Double(point.x) / WorldGrid.side, Double(point.y) / WorldGrid.side)
  }

  /// The rectangle around a circle on the ground; for one in pixels its center. Nil for what is not a circle.
  private static func box(_ occurrence: FeatureOccurrence, _ rules: BundleManifest.CircleRules) -> ExtentBox? {
    let center = Coordinate(latitude: occurrence.numbers.y, longitude: occurrence.numbers.x)
    let (x, y) = point(occurrence)
    if rules.modelName == .pixels { return ExtentBox(west: x, width: 0, north: y, south: y) }
    let model: CircleModel = rules.modelName == .geodesic ? .geodesic : .mapkit
    guard rules.modelName != nil,
      let circle = try? Circle(center: center, radius: occurrence.numbers.z, model: model)
    else { return nil }
    // A little generous: the chord error of an outline, and two grid units.
    let (rect, more) = (circle.boundingMapRect(zoom: 0, scale: 1 + 1.0 / 4096), 2 / WorldGrid.side)
    let side = MapPoint.worldSide
    return ExtentBox(
      west: rect.minX / side - more, width: (rect.maxX - rect.minX) / side + 2 * more,
      north: max(0, rect.minY / side - more), south: min(1, rect.maxY / side + more))
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish(into findings: inout Findings) {
    guard let extent = layer.extent else { return }
    guard let stated else {
      return findings.add(.layerBounds, location, "its extent is not west, south, east, north", found: "\(extent)")
    }
    guard let bounds = layer.bounds, ManifestCheck.isBox(bounds) else {
      return findings.add(.layerBounds, location, "a layer without bounds has an extent", found: "\(extent)")
    }
    if layer.layerKind != .circle { compare(extent, bounds, &findings) }
    guard isKnown, !found.isEmpty else { return }
    let margin = Self.tolerance + (layer.layerKind == .circle ? 1e-6 * found.largestWidth : 0)
    if let fault = found.fault(of: stated, margin: margin) {
      findings.add(.layerBounds, location, "its extent \(fault)", found: "\(extent)")
    }
  }

  /// Whether everything in the layer was seen exactly.
  private var isKnown: Bool {
    guard layer.layerKind == .circle else { return hasLeaves }
    guard let first = layer.zooms.first, layer.circle != nil, !isDamaged else { return false }
    return radii.count == layer.itemCount(first) && found.largestWidth < 0.5
  }

  /// Points and vertices have the same rows in both, and the same columns if the extent does not reach the 180th
  /// meridian, which is either edge of the map.
  private func compare(_ extent: [Double], _ bounds: [Double], _ findings: inout Findings) {
    let isTurned = extent[0] > extent[2] || extent[0] <= -180 || extent[2] >= 180
    for side in 0..<4 where side % 2 == 1 || !isTurned {
      if abs(extent[side] - bounds[side]) > 3e-7 {
        let name = ["west", "south", "east", "north"][side]
        findings.add(
          .layerBounds, location, "its extent and its bounds differ in the \(name)", expected: "\(bounds[side])",
          found: "\(extent[side])")
      }
    }
  }
}
