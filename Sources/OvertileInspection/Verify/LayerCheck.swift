import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// What is known about a layer over all its zooms, and what the tiles of the present one have.
struct LayerCheck: Sendable {
  let layer: BundleManifest.Layer
  /// The layer's kind; nil for an unknown one.
  let kind: LayerKind?
  /// The check of circles; nil for other kinds, and if it is not known how they are drawn.
  let circles: CircleCheck?
  /// The aggregates of clusters that can be checked.
  let aggregates: [BundleManifest.Aggregate]
  /// The gaps between shapes in the tiles of the last zoom that was seen.
  private(set) var gaps: [UInt64: [TileBorders.Gap]] = [:]
  let tiles: BundleManifest.TileStorage
  /// What the tiles of the present zoom have, as far as they were seen.
  var contents = LayerContents()
  private let place: Place
  private var members: MembersTiles?
  private var extents: ExtentCheck
  private var fields: NamedValues<FieldType> = [:]
  private var hasClusters = false
  private var hasDissolved = false
  private var zoomsSeen: Set<Int> = []

  /// Prepares for a layer; its members are nil if it has no file of them that can be read.
  init(
    _ layer: BundleManifest.Layer, _ tiles: BundleManifest.TileStorage, members: MembersTiles?, _ findings: Findings
  ) {
    (self.layer, self.tiles, self.members) = (layer, tiles, members)
    kind = layer.layerKind
    circles = CircleCheck(layer)
    aggregates = members?.aggregates.map(\.rule) ?? []
    place = Place(findings: findings, file: BundleManifest.fileName, layer: layer.id)
    extents = ExtentCheck(layer: layer, circles: circles)
  }

  /// Checks the present zoom, all of whose tiles have been seen. O(occurrences log occurrences).
  ///
  /// - Throws: `BundleError` for members that cannot be read.
  mutating func check(zoom: Int, _ place: Place) throws {
    fields.merge(contents.fields) { $0.joined($1) }
    if !contents.occurrences.isEmpty { gaps = contents.gaps }
    guard layer.minzoom...layer.maxzoom ~= zoom else { return }
    zoomsSeen.insert(zoom)
    contents.occurrences.sort { ($0.id, $0.tile, $0.partName) < ($1.id, $1.tile, $1.partName) }
    let check = ZoomCheck(layer: layer, kind: kind, zoom: zoom, tiles: tiles, place: place)
    try check.run(contents, circles, &members)
    hasClusters = hasClusters || kind == .cluster && contents.occurrences.contains { $0.count > 0 }
    hasDissolved = hasDissolved || contents.occurrences.contains { $0.part == .dissolved }
    try extents.add(contents.occurrences, zoom: zoom, extent: tiles.extent, members?.members)
  }

  /// Checks the layer as a whole. Called once all zooms have been seen.
  func finish() {
    for counts in layer.zooms where !zoomsSeen.contains(counts.zoom) && counts.entries > 0 {
      place.add(
        .layerCounts, "the layer has no feature entries at zoom \(counts.zoom)", expected: "\(counts.entries)",
        found: "0")
    }
    checkFields()
    checkTotals()
    extents.finish(place)
  }

  private func checkFields() {
    for (name, found) in fields {
      guard let type = layer.fields[name] else {
        place.add(.layerFields, "features have the field \"\(name)\", which the manifest does not list")
        continue
      }
      // "String" may also mean a mixture that tiles show only in part.
      if type != FieldType.string.rawValue || isComplete {
        let message = "the type of the field \"\(name)\" does not match the manifest"
        place.expect(found.rawValue, type, .layerFields, message)
      }
    }
    for name in layer.fields.keys where isComplete && fields[name] == nil && !mayBeUnseen(name) {
      place.add(.layerFields, "no feature has the field \"\(name)\"")
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
    !layer.zooms.isEmpty && layer.zooms.allSatisfy { $0.overlays > 0 && $0.hidden == 0 } && !hasClusters
      && !hasDissolved
  }

  /// Whether every zoom shows and hides the same number of items, and no fewer than there are features.
  private func checkTotals() {
    let code: FindingCode = kind == .cluster ? .layerConservation : .layerCounts
    // Circles that are dissolved into one overlay are several.
    let totals = layer.zooms.map { (kind == .shape ? $0.overlays : $0.points) &+ $0.hidden }
    for (counts, total) in zip(layer.zooms, totals) {
      place.expect(
        total, totals[0], code,
        "the total of zoom \(counts.zoom), shown and hidden, differs from the layer's first zoom")
      place.require(
        layer.features <= total, code, "the total of zoom \(counts.zoom) is less than the number of features",
        expected: "\(layer.features)", found: "\(total)")
    }
    place.require(
      (layer.bounds == nil) == layer.zooms.allSatisfy { $0.overlays == 0 }, .layerBounds,
      "a layer must have bounds if and only if it has overlays at some zoom")
  }
}
