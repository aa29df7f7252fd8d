import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileLayers
import OvertileVectorTile

/// The values of a tile's feature that must agree between tiles.
struct FeatureOccurrence: Sendable {
  /// The feature's id.
  let id: UInt64
  /// The Hilbert id of the tile.
  let tile: UInt64
  /// Which part of a circle it is.
  var part: CirclePart?
  /// Whether it is the label point of a shape.
  var isLabel = false
  /// Whether the geometry is one point.
  let isPoint: Bool
  /// The first position in tile units of the whole zoom; columns are not wrapped.
  let position: SIMD2<Int64>
  /// A digest of the properties in any order, without `part`.
  var digest = 0
  /// The points of a cluster or the circles of a dissolved shape; 0 for others.
  var count: Int64 = 0
  /// The first zoom at which a cluster is split.
  var expansionZoom: Int64 = 0
  /// For a cluster its bounds; for a circle longitude, latitude and radius in meters; for a clipped shape the least and
  /// the greatest x and y in tile units of the whole zoom.
  var numbers = SIMD4<Double>(repeating: .nan)
  /// For a cluster the values of its layer's aggregates, if members have what they are of.
  var aggregates: [PropertyValue?] = []

  /// What tells entries of one overlay in a tile apart.
  var partName: String { isLabel ? TileProperty.labelRank : part?.rawValue ?? "" }

  /// Reads a feature of a layer, and checks the properties that the layer's kind writes.
  init(_ feature: DecodedFeature, id: UInt64, tile: TileID, kind: LayerKind?, extent: Int64, _ place: Place) {
    let geometry = feature.geometry
    let (left, top) = (Int64(tile.x) * extent, Int64(tile.y) * extent)
    (self.id, self.tile) = (id, tile.hilbertID)
    position = SIMD2(left + Int64(geometry.x.first ?? 0), top + Int64(geometry.y.first ?? 0))
    isPoint = geometry.kind == .points && geometry.x.count == 1
    let ownName = kind == .circle ? TileProperty.part : kind == .shape ? TileProperty.labelRank : nil
    for property in feature.properties where property.name != ownName {
      digest &+= property.hashValue
    }
    switch kind {
    case .cluster: readCluster(feature, zoom: Int64(tile.z), place)
    case .circle: readCircle(feature, place)
    default:
      if let west = geometry.x.min(), let east = geometry.x.max(), let north = geometry.y.min(),
        let south = geometry.y.max()
      {
        numbers = SIMD4(SIMD4(left, top, left, top) &+ SIMD4(truncatingIfNeeded: SIMD4(west, north, east, south)))
      }
      if kind == .shape, feature[TileProperty.labelRank] != nil {
        isLabel = true
        place.require(isPoint, .tileGeometry, "a label point must be a single point")
      }
    }
  }

  private mutating func readCluster(_ feature: DecodedFeature, zoom: Int64, _ place: Place) {
    place.require(isPoint, .tileGeometry, "a marker must be a single point")
    // Ids distinguish clusters from points.
    guard id >= OverlayIDs.made.lowerBound else { return }
    count = feature[TileProperty.pointCount]?.integer ?? 0
    let isCount = 2...Int64(UInt32.max) ~= count
    place.require(isCount, .overlayProperty, "the cluster has an invalid number of points: \(count)")
    count = min(max(count, 1), Int64(UInt32.max))
    func expect<Value: Equatable>(_ found: Value?, _ expected: Value?, _ name: String) {
      place.expect(found, expected, .overlayProperty, "the cluster has a wrong \(name)")
    }
    expect(feature[TileProperty.cluster], .bool(true), TileProperty.cluster)
    expect(feature[TileProperty.clusterID]?.integer, Int64(exactly: id), TileProperty.clusterID)
    let abbreviated = ClusterText.abbreviated(UInt32(count))
    expect(feature[TileProperty.abbreviatedCount], .string(abbreviated), TileProperty.abbreviatedCount)
    expansionZoom = feature[TileProperty.expansionZoom]?.integer ?? 0
    place.require(
      expansionZoom > zoom, .overlayProperty, "expansion_zoom \(expansionZoom) is not higher than the tile's zoom")
    let box = DegreeBox(feature[TileProperty.bounds]?.array?.compactMap(\.number))
    place.require(box != nil, .overlayProperty, "bbox is missing or invalid")
    if let box { numbers = SIMD4(box.west, box.south, box.east, box.north) }
  }

  private mutating func readCircle(_ feature: DecodedFeature, _ place: Place) {
    guard let part = feature[TileProperty.part]?.string.flatMap(CirclePart.init(rawValue:)) else {
      return place.add(.overlayProperty, "the property \"part\" is missing or invalid")
    }
    self.part = part
    let isRight = part == .ring || part == .dissolved ? feature.geometry.kind == .polygons : isPoint
    place.require(isRight, .tileGeometry, "the part \"\(part)\" has the wrong geometry type")
    if part == .dissolved {
      count = feature[TileProperty.circleCount]?.integer ?? 0
      place.require(count >= 1, .overlayProperty, "a dissolved shape has no valid circle count")
      return
    }
    let numbers = [TileProperty.centerLongitude, TileProperty.centerLatitude, TileProperty.radiusMeters].map {
      feature[$0]?.number ?? .nan
    }
    guard abs(numbers[0]) <= 180, abs(numbers[1]) <= 90, numbers[2] > 0, numbers[2].isFinite else {
      return place.add(.overlayProperty, "the circle's center or radius is missing or invalid")
    }
    self.numbers = SIMD4(numbers[0], numbers[1], numbers[2], .nan)
  }
}

extension PropertyValue {
  /// The whole number that it is.
  fileprivate var integer: Int64? { number.flatMap(Int64.init(exactly:)) }
}

/// A tile that must hold a feature because a neighbor's clipped feature reaches into it.
struct Claim: Sendable {
  let id: UInt64
  let tile: UInt64
  let from: UInt64
  let isPoint: Bool
}
