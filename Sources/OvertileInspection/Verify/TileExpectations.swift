import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileVectorTile

/// The rules for the tiles of a bundle; for an archive alone little is known.
struct TileExpectations: Sendable {
  /// Tile units along a side, if known.
  var extent: Int?
  /// Tile units beyond each side, if known.
  var buffer: Int?
  /// The layers, if known.
  var layers: [BundleManifest.Layer]?
  /// Whether tiles are GeoJSON.
  var isGeoJSON = false
  /// The layers whose members have the properties of all features.
  var leavesTell: Set<Int> = []
  /// The layers whose clusters' aggregates are checked.
  var aggregated: Set<Int> = []
  private var indices: [String: Int] = [:]
  private var details: [ShapeDetail?] = []

  /// No expectations: an archive alone.
  init() {}

  /// The expectations of a manifest.
  init(_ manifest: BundleManifest) {
    extent = manifest.tiles.extent
    buffer = manifest.tiles.buffer
    layers = manifest.layers
    isGeoJSON = manifest.tiles.tileEncoding == .geojson
    for (index, layer) in manifest.layers.enumerated() { indices[layer.id] = index }
    details = manifest.layers.map {
      ShapeDetail($0, extent: manifest.tiles.extent, buffer: manifest.tiles.buffer)
    }
  }

  /// The index of a layer by its name.
  func index(of layer: String) -> Int? { indices[layer] }

  /// The rules that the zooms of a layer's shapes have in common, if it was simplified so that these are known.
  func detail(layer: Int) -> ShapeDetail? { layer < details.count ? details[layer] : nil }

  /// Whether a feature's properties are those of a source feature, unlike those of dissolved shapes, or those of a
  /// cluster with aggregates to be checked.
  func samples(layer: Int, id: UInt64, _ feature: DecodedFeature) -> Bool {
    guard let layers, id < OverlayIDs.made.lowerBound else { return aggregated.contains(layer) }
    guard !leavesTell.contains(layer) else { return false }
    switch layers[layer].layerKind {
    case .circle: return feature[TileProperty.part] != .string(CirclePart.dissolved.rawValue)
    default: return true
    }
  }

  /// The tolerance of a position read from a tile, in tile units: GeoJSON has seven decimals only.
  func slack(zoom: Int) -> Int64 {
    guard isGeoJSON, let extent else { return 0 }
    let unitDegrees = 360 / (Double(1 << zoom) * Double(extent))
    return Int64(max(0, (0.6e-7 / unitDegrees - 0.5).rounded(.up)))
  }
}

/// The values of a tile's feature that must agree between tiles.
struct FeatureOccurrence: Sendable {
  /// The feature's id.
  var id: UInt64
  /// The Hilbert id of the tile.
  var tile: UInt64
  /// Which part of a circle it is.
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

  /// The parts of a circle, and everything else.
  enum Part: UInt8, Sendable {
    case whole, center, ring, dot, dissolved

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
  /// Notes the box of a clipped feature.
  mutating func setBox(_ geometry: TileGeometry, tile: TileID, extent: Int64) {
    guard let west = geometry.x.min(), let east = geometry.x.max(), let north = geometry.y.min(),
      let south = geometry.y.max()
    else { return }
    let (x, y) = (Double(tile.x) * Double(extent), Double(tile.y) * Double(extent))
    numbers = SIMD4(x + Double(west), y + Double(north), x + Double(east), y + Double(south))
  }

  /// The box on the map of a point or a clipped feature; nil if it has none.
  func box(extent: Int64, zoom: Int) -> ExtentBox? {
    let side = Double(extent) * Double(1 << zoom)
    if isPoint { return ExtentBox(west: Double(x) / side, width: 0, north: Double(y) / side, south: Double(y) / side) }
    guard numbers.x.isFinite, numbers.w.isFinite else { return nil }
    return ExtentBox(
      west: numbers.x / side, width: (numbers.z - numbers.x) / side, north: numbers.y / side, south: numbers.w / side)
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
  /// Per layer and field: 1 for numbers, 2 for booleans, 4 for texts.
  var fields: [[ExactText: UInt8]]
  /// Per layer: features with their properties, for `PropertyFacts`.
  var samples: [[(id: UInt64, properties: [DecodedProperty])]]
  /// The shapes of tiles that the next zoom is compared with, by the index of the layer.
  var shapes: [(layer: Int, tile: UInt64, shapes: TileShapes)] = []
  var entries = 0
  var findings: Findings

  init(layers: Int, findings: Findings) {
    occurrences = Array(repeating: [], count: layers)
    claims = Array(repeating: [], count: layers)
    fields = Array(repeating: [:], count: layers)
    samples = Array(repeating: [], count: layers)
    self.findings = findings.fresh
  }

  /// Adds the contents of further tiles.
  mutating func append(_ other: TileContents) {
    for layer in occurrences.indices {
      occurrences[layer] += other.occurrences[layer]
      claims[layer] += other.claims[layer]
      fields[layer].merge(other.fields[layer]) { $0 | $1 }
    }
    shapes += other.shapes
    entries += other.entries
    findings.append(other.findings)
  }
}
