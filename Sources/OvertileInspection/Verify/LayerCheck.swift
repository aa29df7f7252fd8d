import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileTileArchive

/// The knowledge about a layer over all its zooms.
struct LayerCheck {
  private let layer: BundleManifest.Layer
  private let location: Location
  private var circles: CircleCovers
  private var bounds = FoundBounds()
  private var extents: ExtentCheck
  private var fields: [ExactText: UInt8] = [:]
  private var hasClusters = false
  private var hasDissolved = false
  private var zoomsSeen: Set<Int> = []

  /// Prepares for a layer.
  init(_ layer: BundleManifest.Layer, findings: Findings) {
    self.layer = layer
    location = Location(BundleManifest.fileName, layer: layer.id)
    circles = CircleCovers(layer, findings: findings)
    extents = ExtentCheck(layer)
  }

  /// Notes the fields that were found in tiles.
  mutating func add(fields found: [ExactText: UInt8]) { fields.merge(found) { $0 | $1 } }

  /// Checks a zoom; occurrences in any order. O(occurrences log occurrences).
  mutating func check(
    _ zoom: ZoomCheck, _ occurrences: inout [FeatureOccurrence], claims: [Claim], members: inout MembersTiles?,
    into findings: inout Findings
  ) {
    zoomsSeen.insert(zoom.zoom)
    occurrences.sort { ($0.id, $0.tile, $0.part.rawValue) < ($1.id, $1.tile, $1.part.rawValue) }
    zoom.run(occurrences, claims: claims, &circles, into: &findings)
    members?.check(occurrences, zoom, into: &findings)
    hasClusters = hasClusters || layer.layerKind == .cluster && occurrences.contains { $0.count > 0 }
    hasDissolved = hasDissolved || occurrences.contains { $0.part == .dissolved }
    checkBounds(zoom, occurrences, &findings)
    extents.add(occurrences, zoom, members: members?.file, into: &findings)
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish(extent: Int64, into findings: inout Findings) {
    findings.append(circles.result)
    for counts in layer.zooms where !zoomsSeen.contains(counts.zoom) && counts.entries > 0 {
      findings.add(
        .layerCounts, location, "zoom \(counts.zoom) should have \(counts.entries) entries in tiles, but has none")
    }
    checkFields(&findings)
    checkTotals(&findings)
    extents.finish(into: &findings)
    if layer.layerKind == .cluster, let box = layer.bounds, ManifestCheck.isBox(box) {
      checkTightness(box, extent, &findings)
    }
  }

  private func checkFields(_ findings: inout Findings) {
    for (name, bits) in fields.sorted(by: { $0.key < $1.key }) {
      guard let type = layer.fields[name.text] else {
        findings.add(
          .layerFields, location, "features have the field \"\(name.text)\", which the manifest does not list")
        continue
      }
      // "String" may also mean a mixture that tiles show only in part.
      if type != FieldType.string.rawValue || isComplete {
        findings.expect(
          FieldTypes.name(bits), type, .layerFields, location, "the field \"\(name.text)\" has another type")
      }
    }
    guard isComplete else { return }
    for name in layer.fields.keys where fields[ExactText(name)] == nil && !mayBeUnseen(name) {
      findings.add(.layerFields, location, "no feature has the field \"\(name)\"")
    }
  }

  /// Whether the manifest lists a field that features need not have: of labels, and of circles that would be dissolved
  /// if they were not all dots.
  private func mayBeUnseen(_ name: String) -> Bool {
    if TileProperty.ofLabels[name] != nil { return true }
    guard let rules = layer.circle, rules.dissolving != .nothing else { return false }
    return name == TileProperty.circleCount || name == rules.dissolveProperty
  }

  /// Whether the tiles show every feature at every zoom.
  private var isComplete: Bool {
    guard !layer.zooms.isEmpty, layer.zooms.allSatisfy({ $0.overlays > 0 && $0.hidden == 0 }) else { return false }
    return layer.layerKind == .cluster ? !hasClusters : !hasDissolved
  }

  private func checkTotals(_ findings: inout Findings) {
    guard let first = layer.zooms.first else { return }
    for counts in layer.zooms {
      let total = layer.itemCount(counts)
      switch layer.layerKind {
      case .cluster:
        findings.expect(
          counts.points, first.points, .layerConservation, location,
          "zoom \(counts.zoom) stands for another number of points")
        if layer.features > counts.points {
          findings.add(
            .layerConservation, location, "zoom \(counts.zoom) stands for fewer points than there are features",
            expected: "\(layer.features)", found: "\(counts.points)")
        }
      default:
        findings.expect(
          total, layer.itemCount(first), .layerCounts, location,
          "zoom \(counts.zoom) shows and hides another number of overlays than zoom \(first.zoom)")
        if layer.features > total {
          findings.add(
            .layerCounts, location, "zoom \(counts.zoom) has fewer overlays than there are features",
            expected: "\(layer.features)", found: "\(total)")
        }
      }
    }
    if (layer.bounds == nil) != (layer.zooms.allSatisfy { $0.overlays == 0 && $0.hidden == 0 }) {
      findings.add(.layerBounds, location, "a layer has bounds if and only if it has overlays")
    }
  }

  /// Single points and shapes lie in the bounds, to a tile unit; clusters' own bounds lie in them exactly.
  private mutating func checkBounds(_ zoom: ZoomCheck, _ occurrences: [FeatureOccurrence], _ findings: inout Findings) {
    guard let box = layer.bounds, ManifestCheck.isBox(box) else { return }
    let world = FoundBounds.Scale(zoom: zoom, box)
    let isLast = zoom.zoom == layer.maxzoom
    for occurrence in occurrences {
      if occurrence.count > 0, layer.layerKind == .cluster {
        let own = occurrence.numbers
        let isAround = own.x < -179.999999 && own.z > 179.999999
        if !isAround, !(own.y >= box[1] && own.w <= box[3] && own.x >= box[0] && own.z <= box[2] && own.x <= box[2]) {
          findings.add(.layerBounds, zoom.location(occurrence), "the cluster's bbox lies outside the layer's bounds")
        }
        if isLast { bounds.add(own) }
      } else if occurrence.part == .whole {
        if !world.contains(occurrence) {
          findings.add(
            .layerBounds, zoom.location(occurrence), "it lies outside the layer's bounds", expected: "\(box)",
            found: world.degrees(occurrence))
        }
        if isLast, layer.layerKind == .cluster {
          bounds.add(world.coordinate(occurrence), isAtSeam: world.isAtSeam(occurrence))
        }
      }
    }
  }

  /// The bounds of a cluster layer are those of its points, which its last zoom shows as points or within clusters'
  /// bounds.
  private func checkTightness(_ box: [Double], _ extent: Int64, _ findings: inout Findings) {
    guard let found = bounds.box, extent > 0 else { return }
    let unit = 360 / (Double(1 << max(0, min(layer.maxzoom, 31))) * Double(extent))
    let names = ["western", "southern", "eastern", "northern"]
    for side in 0..<4 where side % 2 == 1 || !bounds.wraps {
      if abs(found[side] - box[side]) > 1.1 * unit + 2e-7 {
        findings.add(
          .layerBounds, location, "the \(names[side]) bound is not the layer's edge", expected: "\(found[side])",
          found: "\(box[side])")
      }
    }
  }
}

/// The bounds of everything found at a zoom.
struct FoundBounds {
  private(set) var box: [Double]?
  /// Whether a cluster reaches over the 180th meridian, so that its bounds do not determine the layer's.
  private(set) var wraps = false

  mutating func add(_ own: SIMD4<Double>) {
    if own.x > own.z || own.x < -179.999999 && own.z > 179.999999 { wraps = true }
    add(west: own.x, south: own.y, east: own.z, north: own.w)
  }

  /// Adds a point; one at the 180th meridian could be on either side of it before rounding.
  mutating func add(_ position: Coordinate, isAtSeam: Bool) {
    if isAtSeam { wraps = true }
    add(west: position.longitude, south: position.latitude, east: position.longitude, north: position.latitude)
  }

  private mutating func add(west: Double, south: Double, east: Double, north: Double) {
    let old = box ?? [west, south, east, north]
    box = [min(old[0], west), min(old[1], south), max(old[2], east), max(old[3], north)]
  }

  /// Positions in tile units as degrees, and bounds in tile units with a margin.
  struct Scale {
    private let unitsAround: Double
    private let x: ClosedRange<Double>
    private let y: ClosedRange<Double>

    init(zoom: ZoomCheck, _ box: [Double]) {
      unitsAround = Double(zoom.extent) * Double(1 << zoom.zoom)
      // Half a unit of rounding, and the seven decimals of the bounds.
      let margin = 1.5 + Double(zoom.slack) + 2e-7 / 360 * unitsAround
      x = Mercator.x(longitude: box[0]) * unitsAround - margin...Mercator.x(longitude: box[2]) * unitsAround + margin
      y = Mercator.y(latitude: box[3]) * unitsAround - margin...Mercator.y(latitude: box[1]) * unitsAround + margin
    }

    /// Whether a position lies in the bounds, in some copy of the world.
    func contains(_ occurrence: FeatureOccurrence) -> Bool {
      let (px, py) = (Double(occurrence.x), Double(occurrence.y))
      guard y.contains(py) else { return false }
      return [px, px - unitsAround, px + unitsAround].contains { x.contains($0) }
    }

    /// Whether rounding could have moved a position over the 180th meridian.
    func isAtSeam(_ occurrence: FeatureOccurrence) -> Bool {
      let x = Double(occurrence.x)
      return x <= 1 || x >= unitsAround - 1
    }

    func coordinate(_ occurrence: FeatureOccurrence) -> Coordinate {
      var x = Double(occurrence.x) / unitsAround
      x -= x.rounded(.down)
      return Coordinate(
        latitude: Mercator.latitude(y: Double(occurrence.y) / unitsAround), longitude: Mercator.longitude(x: x))
    }

    func degrees(_ occurrence: FeatureOccurrence) -> String {
      let location = coordinate(occurrence)
      return "\(location.longitude), \(location.latitude)"
    }
  }
}

extension BundleManifest.Layer {
  /// The features that a zoom shows and hides: circles that are dissolved into one overlay are several.
  func itemCount(_ counts: BundleManifest.ZoomCounts) -> Int {
    (layerKind == .shape ? counts.overlays : counts.points) &+ counts.hidden
  }
}
