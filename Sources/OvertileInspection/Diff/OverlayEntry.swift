import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile

/// An overlay of a layer at one zoom.
struct OverlayKey: Hashable {
  var layer: String
  var id: UInt64?
}

/// An overlay's presence in one tile, its geometry and its properties as digests.
struct OverlayEntry: Hashable {
  /// The tile's Hilbert id.
  var tile: UInt64
  var geometry: UInt64
  var properties: UInt64
  /// Whether the geometry is one point.
  var isPoint: Bool
  /// The number of points that it represents.
  var points: Int
  var isCluster: Bool
}

extension OverlayEntry {
  /// The entry of a decoded feature.
  init(_ feature: DecodedFeature, extent: UInt32, tile: UInt64) {
    let geometry = feature.geometry
    var digest = ValueDigest()
    digest.add(UInt64(extent))
    digest.add(UInt64(geometry.kind.rawValue))
    for end in geometry.partEnds { digest.add(UInt64(end)) }
    for (x, y) in zip(geometry.x, geometry.y) {
      digest.add(UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)))
    }
    self.init(
      tile: tile, geometry: digest.value, properties: ValueDigest.of(feature.properties),
      isPoint: geometry.kind == .points && geometry.x.count == 1,
      points: Self.points(feature[TileProperty.pointCount]?.number.flatMap(Int.init(exactly:))),
      isCluster: feature[TileProperty.cluster] == .bool(true))
  }

  /// The number of points that an entry represents: its property, 1 without it; no more than a cluster can have, so
  /// that sums fit.
  static func points(_ stated: Int?) -> Int { min(max(stated ?? 1, 0), Int(UInt32.max)) }
}

/// A digest of values, word by word (XXH64).
struct ValueDigest {
  private(set) var value: UInt64 = 0

  /// Adds a word.
  mutating func add(_ word: UInt64) { value = XXHash64.hash(value, word) }

  /// Adds a text.
  mutating func add(_ text: String) { add(XXHash64.hash(Array(text.utf8))) }

  /// Adds a property's value with its type.
  mutating func add(_ property: PropertyValue) {
    let (type, content): (UInt64, UInt64) =
      switch property {
      case .null: (0, 0)
      case .bool(let value): (1, value ? 1 : 0)
      case .int(let value): (2, UInt64(bitPattern: value))
      case .uint(let value): (3, value)
      case .double(let value): (4, value.bitPattern)
      case .string(let value): (5, XXHash64.hash(Array(value.utf8)))
      case .json(let value): (6, XXHash64.hash(Array(value.utf8)))
      }
    add(type)
    add(content)
  }

  /// The digest of properties, whatever their order. Types count: 1, 1.0, "1" and true are four values.
  static func of(_ properties: [DecodedProperty]) -> UInt64 {
    var digest = ValueDigest()
    for property in properties.sorted(by: { ExactText($0.name) < ExactText($1.name) }) {
      digest.add(property.name)
      digest.add(property.value)
    }
    return digest.value
  }
}
