import MapMath
import OverlayBundle
import OvertileBundleFormat
import OvertileCircles
import OvertileClustering
import OvertileCore
import OvertileVectorTile

@testable import OvertileLayers
@testable import OvertileReading

/// The overlays of a layer at a zoom as its builder made them, before they were encoded.
struct ProducedOverlays {
  /// Per tile: the ids in it.
  private(set) var tiles: [TileID: Set<UInt64>] = [:]
  /// All ids.
  private(set) var ids: Set<UInt64> = []
  private let layer: any OverlayLayer
  private let zoom: Int
  /// Per id: the index of its node, circle or shape in the layer.
  private var indices: [UInt64: Int] = [:]
  /// Per tile and id: its lines and polygons, as the tile holds them.
  private var geometries: [TileID: [UInt64: [[UInt8]]]] = [:]
  /// Per id of a dissolved shape: how many circles.
  private var classCounts: [UInt64: Int] = [:]

  private static let nowhere = TileID(uncheckedZ: 31, x: 0, y: 0)

  init(_ layer: any OverlayLayer, zoom: Int) throws {
    (self.layer, self.zoom) = (layer, zoom)
    let overlays = try layer.overlays(atZoom: zoom)
    switch (layer, overlays) {
    case (let layer as ClusterOverlays, let zoomed as ClusterZoom): add(layer, zoomed)
    case (let layer as CircleOverlays, let zoomed as ClippedZoom<CircleOverlays>): try add(layer, zoomed)
    case (let layer as ShapeOverlays, let zoomed as ClippedZoom<ShapeOverlays>):
      var tiles = zoomed.tiles.makeIterator()
      zoomed.cut.forEach(0..<zoomed.cut.count) { index, _, geometry in
        let tile = add(layer.ids[index], index, tiles.next())
        geometries[tile, default: [:]][layer.ids[index], default: []].append(Array(geometry))
      }
    default: break
    }
  }

  private mutating func add(_ id: UInt64, _ index: Int, _ hilbertID: UInt64?) -> TileID {
    let tile = hilbertID.flatMap { TileID(hilbertID: $0) } ?? Self.nowhere
    tiles[tile, default: []].insert(id)
    ids.insert(id)
    indices[id] = index
    return tile
  }

  private mutating func add(_ layer: ClusterOverlays, _ overlays: ClusterZoom) {
    for entry in overlays.entries.items.indices {
      let item = Int(overlays.entries.items[entry])
      let isCluster = layer.hierarchy.isCluster(item)
      let points = layer.hierarchy.pointCount
      let node =
        isCluster ? points + Int(layer.records.records[item - points].ordinal) : Int(layer.hierarchy.leaves[item])
      let id = isCluster ? layer.records.records[item - points].id : layer.leaves.ids[item]
      _ = add(id, node, overlays.entries.tiles[entry])
    }
  }

  private mutating func add(_ layer: CircleOverlays, _ zoomed: ClippedZoom<CircleOverlays>) throws {
    var tiles = zoomed.tiles.makeIterator()
    zoomed.cut.forEach(0..<zoomed.cut.count) { index, _, geometry in
      let number = index - layer.count
      guard number >= 0, let classes = layer.classes else {
        _ = add(layer.ids[index], index, tiles.next())
        return
      }
      let id = classes.ids[number]
      let tile = add(id, index, tiles.next())
      geometries[tile, default: [:]][id, default: []].append(Array(geometry))
      classCounts[id] = zoomed.cut.classCounts[number]
    }
  }

  // MARK: Comparing

  /// How an overlay that was read from a tile differs from the produced one; nil if it does not.
  func difference(_ overlay: Overlay, in tile: TileID) -> String? {
    guard let id = overlay.id.number else { return "it has no id" }
    if case .dissolvedCircles(let shape) = overlay {
      guard shape.clippedFeatures.map(\.geometry.encoded) == geometries[tile]?[id] else { return "its geometry" }
      return classCounts[id] == shape.circleCount ? nil : "its count"
    }
    guard let index = indices[id] else { return "it was not produced" }
    switch (overlay, layer) {
    case (.cluster(let cluster), let layer as ClusterOverlays): return difference(cluster, index, layer)
    case (.point(let point), let layer as ClusterOverlays):
      guard isAt(point.position, layer, index) else { return "position \(point.position)" }
      return difference(
        point.properties, layer.tags.properties, row: layer.leaves.rows[layer.hierarchy.leafRange(of: index).lowerBound]
      )
    case (.circle(let circle), let layer as CircleOverlays): return difference(circle, index, layer)
    case (.shape(let shape), let layer as ShapeOverlays):
      guard shape.clippedFeatures.map(\.geometry.encoded) == geometries[tile]?[id] else { return "its geometry" }
      let label = layer.labels[index]?.coordinate
      guard (label == nil) == (shape.label == nil), isNear(label, shape.label) else { return "its label" }
      return difference(shape.properties, layer.tags.properties, row: layer.rows[index])
    default: return "it is another kind of overlay: \(overlay)"
    }
  }

  private func difference(_ cluster: ClusterOverlay, _ node: Int, _ layer: ClusterOverlays) -> String? {
    let hierarchy = layer.hierarchy
    guard hierarchy.isCluster(node) else { return "it is a point" }
    guard isAt(cluster.position, layer, node) else { return "position \(cluster.position)" }
    guard cluster.pointCount == Int(hierarchy.nodes.counts[node]) else { return "count \(cluster.pointCount)" }
    guard cluster.abbreviatedCount == ClusterText.abbreviated(hierarchy.nodes.counts[node]) else {
      return "short count"
    }
    guard cluster.expansionZoom == hierarchy.expansionZoom(ofCluster: node) else { return "expansion zoom" }
    let box = hierarchy.bounds(of: node)
    let corners = [
      Coordinate(
        latitude: WorldGrid.latitude(y: Double(box.north)), longitude: WorldGrid.longitude(x: Double(box.west))),
      Coordinate(
        latitude: WorldGrid.latitude(y: Double(box.south)), longitude: WorldGrid.longitude(x: Double(box.east))),
    ]
    guard isNear(corners[0], Coordinate(latitude: cluster.bounds.north, longitude: cluster.bounds.west)),
      isNear(corners[1], Coordinate(latitude: cluster.bounds.south, longitude: cluster.bounds.east))
    else { return "bounds \(cluster.bounds)" }
    return differenceOfMaximum(cluster, node, layer)
  }

  /// The maximum of a number over the leaves, for layers that have it, from the leaves themselves.
  private func differenceOfMaximum(_ cluster: ClusterOverlay, _ node: Int, _ layer: ClusterOverlays) -> String? {
    guard layer.aggregates.fields["most"] != nil else { return nil }
    let columns = layer.tags.properties
    let numbers = layer.hierarchy.leafRange(of: node).compactMap { leaf in
      columns.keys.find("mag").flatMap { key in
        columns.entries(ofRow: layer.leaves.rows[leaf]).first { $0.key == key }.flatMap {
          columns.values.value($0.value).number
        }
      }
    }
    return cluster.aggregates["most"]?.number == numbers.max() ? nil : "most"
  }

  private func difference(_ circle: CircleOverlay, _ index: Int, _ layer: CircleOverlays) -> String? {
    let produced = layer.circles(atZoom: zoom)[index]
    guard isNear(produced.center, circle.center) else { return "center \(circle.center)" }
    let radii = [
      (produced.radiusMeters(zoom: zoom), circle.radiusMeters),
      (produced.radiusMapPoints(zoom: zoom), circle.radiusMapPoints),
      (produced.radiusPixels(zoom: zoom, tileSize: layer.tilePixels), circle.radiusPixels),
    ]
    guard radii.allSatisfy({ abs($0 - $1) <= 1e-6 }) else { return "radii" }
    let appearance = layer.options.appearance(of: produced, zoom: zoom)
    guard circle.isDot == (appearance == .dot), circle.appearance(atZoom: zoom) == (circle.isDot ? .dot : .full),
      circle.drawsRing == (!circle.isDot && layer.options.rules.draws(.ring) && layer.classes == nil),
      circle.drawsCenter == (!circle.isDot && layer.options.rules.draws(.center))
    else { return "what is drawn" }
    guard circle.pulse?.scale == layer.options.pulse?.scale else { return "pulse" }
    if circle.drawsRing, let difference = differenceOfRings(circle, produced, layer) { return difference }
    return difference(circle.properties, layer.tags.properties, row: layer.rows[index])
  }

  private func differenceOfRings(_ circle: CircleOverlay, _ produced: Circle, _ layer: CircleOverlays) -> String? {
    let error = Circle.worldUnits(
      pixels: layer.options.rules.chordErrorPixels, zoom: zoom, tileSize: layer.tilePixels)
    let ring = produced.ringCoordinates(zoom: zoom, chordError: error)
    let own = circle.ring()
    guard ring.count == own.count else { return "\(own.count) vertices instead of \(ring.count)" }
    // The center has seven decimals; far north a step of longitude is larger.
    let isEqual = zip(ring, own).allSatisfy {
      abs($0.latitude - $1.latitude) < 1e-6 && abs($0.longitude - $1.longitude) < 1e-4
    }
    return isEqual ? nil : "ring"
  }

  /// Whether a position is the node's, put on the tile's grid.
  private func isAt(_ position: Coordinate, _ layer: ClusterOverlays, _ node: Int) -> Bool {
    let across = Double(layer.grid.extent) * Double(1 << zoom)
    let units = { (value: UInt32) in (Double(value) / WorldGrid.side * across + 0.5).rounded(.down) }
    let x = units(layer.hierarchy.nodes.x[node]).truncatingRemainder(dividingBy: across)
    let expected = Coordinate(
      latitude: Mercator.latitude(y: units(layer.hierarchy.nodes.y[node]) / across),
      longitude: Mercator.longitude(x: x / across))
    return isNear(expected, position)
  }

  private func isNear(_ a: Coordinate?, _ b: Coordinate?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a.latitude - b.latitude) < 2e-7 && abs(Longitude.shortestTurn(from: a.longitude, to: b.longitude)) < 2e-7
  }

  /// How properties differ from those of a row; computed ones and the id of the source are not in the row.
  private func difference(_ found: NamedValues<PropertyValue>, _ columns: LayerProperties, row: UInt32) -> String? {
    let entries = columns.entries(ofRow: row)
    for entry in entries {
      let name = columns.keys.string(entry.key)
      let wanted = columns.values.value(entry.value)
      guard let value = found[name], isEqual(value, wanted) else { return "property \(name)" }
    }
    let extra = Set(found.keys).subtracting(entries.map { columns.keys.string($0.key) })
    return extra.isSubset(of: layer.manifest.fields.keys) ? nil : "further properties \(extra)"
  }

  private func isEqual(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    if let number = a.number { return number == b.number }
    switch (a, b) {
    case (.string(let text), .json(let other)): return text == other
    default: return a == b
    }
  }
}

extension TileGeometry {
  /// The bytes in a tile.
  fileprivate var encoded: [UInt8] {
    var bytes: Column<UInt8> = []
    encode(to: &bytes)
    return Array(bytes)
  }
}

extension LayerProperties {
  /// The keys and values of a row.
  fileprivate func entries(ofRow row: UInt32) -> [(key: UInt32, value: UInt32)] {
    var entries: [(key: UInt32, value: UInt32)] = []
    forEachEntry(ofRow: Int(row)) { entries.append(($0, $1)) }
    return entries
  }
}
