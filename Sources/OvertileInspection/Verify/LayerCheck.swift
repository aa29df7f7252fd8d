import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The knowledge about a layer over all its zooms.
struct LayerCheck {
  private let layer: BundleManifest.Layer
  private let location: Location
  private var extents: ExtentCheck
  private var fields: NamedValues<FieldType> = [:]
  private var hasClusters = false
  private var hasDissolved = false
  private var zoomsSeen: Set<Int> = []

  /// Prepares for a layer.
  init(_ layer: BundleManifest.Layer) {
    self.layer = layer
    location = Location(BundleManifest.fileName, layer: layer.id)
    extents = ExtentCheck(layer)
  }

  /// Notes the fields that were found in tiles.
  mutating func add(fields found: NamedValues<FieldType>) { fields.merge(found) { $0.joined($1) } }

  /// Checks a zoom; occurrences in any order. O(occurrences log occurrences).
  mutating func check(
    _ zoom: ZoomCheck, _ occurrences: inout [FeatureOccurrence], claims: [Claim], members: inout MembersTiles?,
    into findings: inout Findings
  ) throws {
    zoomsSeen.insert(zoom.zoom)
    occurrences.sort { ($0.id, $0.tile, $0.part.rawValue) < ($1.id, $1.tile, $1.part.rawValue) }
    zoom.run(occurrences, claims: claims, into: &findings)
    try members?.check(occurrences, zoom, into: &findings)
    hasClusters = hasClusters || layer.layerKind == .cluster && occurrences.contains { $0.count > 0 }
    hasDissolved = hasDissolved || occurrences.contains { $0.part == .dissolved }
    try extents.add(occurrences, zoom, members: members?.members)
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish(into findings: inout Findings) {
    for counts in layer.zooms where !zoomsSeen.contains(counts.zoom) && counts.entries > 0 {
      findings.add(
        .layerCounts, location, "expected \(counts.entries) feature entries at zoom \(counts.zoom), but found none")
    }
    checkFields(&findings)
    checkTotals(&findings)
    extents.finish(into: &findings)
  }

  private func checkFields(_ findings: inout Findings) {
    for (name, found) in fields {
      guard let type = layer.fields[name] else {
        findings.add(.layerFields, location, "features have the field \"\(name)\", which the manifest does not list")
        continue
      }
      // "String" may also mean a mixture that tiles show only in part.
      if type != FieldType.string.rawValue || isComplete {
        findings.expect(
          found.rawValue, type, .layerFields, location,
          "the type of the field \"\(name)\" does not match the manifest")
      }
    }
    guard isComplete else { return }
    for name in layer.fields.keys where fields[name] == nil && !mayBeUnseen(name) {
      findings.add(.layerFields, location, "no feature has the field \"\(name)\"")
    }
  }

  /// Whether the manifest lists a field that features need not have: of labels, and of circles that would be dissolved
  /// if they were not all dots.
  private func mayBeUnseen(_ name: String) -> Bool {
    if TileProperty.ofLabels[name] != nil || name == TileProperty.labelRank { return true }
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
          "the point count at zoom \(counts.zoom) differs from that at the layer's first zoom")
        if layer.features > counts.points {
          findings.add(
            .layerConservation, location, "the point count at zoom \(counts.zoom) is less than the number of features",
            expected: "\(layer.features)", found: "\(counts.points)")
        }
      default:
        findings.expect(
          total, layer.itemCount(first), .layerCounts, location,
          "zooms \(counts.zoom) and \(first.zoom) have different totals of shown and hidden overlays")
        if layer.features > total {
          findings.add(
            .layerCounts, location, "zoom \(counts.zoom) has fewer overlays than the layer has features",
            expected: "\(layer.features)", found: "\(total)")
        }
      }
    }
    if (layer.bounds == nil) != layer.zooms.allSatisfy({ $0.overlays == 0 }) {
      findings.add(.layerBounds, location, "a layer must have bounds if and only if it has overlays at some zoom")
    }
  }
}

extension BundleManifest.Layer {
  /// The features that a zoom shows and hides: circles that are dissolved into one overlay are several.
  func itemCount(_ counts: BundleManifest.ZoomCounts) -> Int {
    (layerKind == .shape ? counts.overlays : counts.points) &+ counts.hidden
  }
}
