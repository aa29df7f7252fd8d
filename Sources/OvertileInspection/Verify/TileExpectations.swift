import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// The rules for the tiles of a bundle; there are none for an archive alone.
struct TileExpectations: Sendable {
  /// Tile units along a side.
  let extent: Int
  /// Tile units beyond each side.
  let buffer: Int
  /// The layers.
  let layers: [BundleManifest.Layer]
  /// Per layer: whether the radius of its circles is known.
  let circles: [CircleCheck?]
  /// The layers whose clusters' aggregates are checked.
  var aggregated: Set<Int> = []
  private var indices: [String: Int] = [:]

  /// The expectations of a manifest.
  init(_ manifest: BundleManifest) {
    (extent, buffer, layers) = (manifest.tiles.extent, manifest.tiles.buffer, manifest.layers)
    circles = manifest.layers.map { CircleCheck($0) }
    for (index, layer) in manifest.layers.enumerated() { indices[layer.id] = index }
  }

  /// The index of a layer by its name.
  func index(of layer: String) -> Int? { indices[layer] }

  /// Whether the shapes of a layer were simplified together, so that neighbors share their borders.
  func sharesBorders(layer: Int) -> Bool { layers[layer].shape?.shapeMethod == .coverage }
}

/// The values of a tile's feature that must agree between tiles.
struct FeatureOccurrence: Sendable {
  /// The feature's id.
  var id: UInt64
  /// The Hilbert id of the tile.
  var tile: UInt64
  /// Which part of a circle or shape it is.
  var part = Part.whole
  /// The type of the geometry: the raw value of `TileGeometry.Kind`, and the number of positions, 2 for more.
  var isPoint = false
  /// The first position in tile units of the whole zoom, not wrapped.
  var x: Int64
  /// The first position in tile units of the whole zoom.
  var y: Int64
  /// A digest of the properties in any order, without `part`.
  var digest = 0
  /// The points of a cluster or the circles of a dissolved shape; 0 for others.
  var count: Int64 = 0
  /// The first zoom at which a cluster is split.
  var expansionZoom: Int64 = 0
  /// For a cluster its bounds; for a circle longitude, latitude and radius in meters; for a clipped shape the least and
  /// the greatest x and y in tile units of the whole zoom.
  var numbers = SIMD4<Double>(repeating: .nan)

  /// The parts of a circle, the label point of a shape, and everything else.
  enum Part: UInt8, Sendable {
    case whole, center, ring, dot, dissolved, label

    /// The kind of a part of a circle.
    init(_ part: CirclePart) {
      switch part {
      case .center: self = .center
      case .ring: self = .ring
      case .dot: self = .dot
      case .dissolved: self = .dissolved
      }
    }
  }
}

extension FeatureOccurrence {
  /// Calls a closure with the occurrences of each overlay, which follow one another. O(occurrences).
  static func forEachOverlay(
    _ occurrences: [FeatureOccurrence], _ body: (ArraySlice<FeatureOccurrence>) throws -> Void
  ) rethrows {
    var rest = occurrences[...]
    while let first = rest.first {
      let overlay = rest.prefix { $0.id == first.id }
      try body(overlay)
      rest = rest[overlay.endIndex...]
    }
  }

  /// Notes the box of a clipped feature.
  mutating func setBox(_ geometry: TileGeometry, tile: TileID, extent: Int64) {
    guard let west = geometry.x.min(), let east = geometry.x.max(), let north = geometry.y.min(),
      let south = geometry.y.max()
    else { return }
    let (x, y) = (Double(tile.x) * Double(extent), Double(tile.y) * Double(extent))
    numbers = SIMD4(x + Double(west), y + Double(north), x + Double(east), y + Double(south))
  }
}

/// A tile that must hold a feature because a neighbor's clipped feature reaches into it.
struct Claim: Sendable, Hashable {
  var id: UInt64
  var tile: UInt64
  var from: UInt64
}

/// The contents of some tiles, by the index of the layer.
struct TileContents: Sendable {
  var occurrences: [[FeatureOccurrence]]
  var claims: [[Claim]]
  /// Per layer: the type of each field.
  var fields: [NamedValues<FieldType>]
  /// Per layer: the clusters whose aggregates are checked, with their properties.
  var clusters: [[(id: UInt64, properties: [DecodedProperty])]]
  /// Per layer and tile: where shapes differ between positions that they share.
  var gaps: [[UInt64: [TileBorders.Gap]]]
  var entries = 0
  var findings: Findings

  init(layers: Int, findings: Findings) {
    occurrences = Array(repeating: [], count: layers)
    claims = Array(repeating: [], count: layers)
    fields = Array(repeating: [:], count: layers)
    clusters = Array(repeating: [], count: layers)
    gaps = Array(repeating: [:], count: layers)
    self.findings = findings.fresh
  }

  /// Adds the contents of further tiles, except clusters.
  mutating func append(_ other: TileContents) {
    for layer in occurrences.indices {
      occurrences[layer] += other.occurrences[layer]
      claims[layer] += other.claims[layer]
      fields[layer].merge(other.fields[layer]) { $0.joined($1) }
      gaps[layer].merge(other.gaps[layer]) { first, _ in first }
    }
    entries += other.entries
    findings.append(other.findings)
  }
}
