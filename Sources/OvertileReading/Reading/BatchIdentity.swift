import MapMath
import OvertileCore

/// The digests that identify the features of a batch, independent of order, files and threads.
///
/// The content digest covers id, geometry on the world grid and all properties in the order of their keys' digests. The
/// key is the digest of the id if there is one, otherwise of the content.
struct BatchIdentity {
  /// Per feature: the stable key.
  var keys: Column<UInt64> = []
  /// Per feature: the digest of the content.
  var contents: Column<UInt64> = []
  /// Per feature: the id, from the configured property or the feature's own.
  var ids: [PropertyValue] = []

  private static let keySeed: UInt64 = 0x6B65_7931
  private static let contentSeed: UInt64 = 0x636F_6E31

  /// The identities of a batch whose coordinates are on the world grid in `worldX` and `worldY`.
  init(_ batch: FeatureBatch, worldX: Column<UInt32>, worldY: Column<UInt32>, idProperty: String?) {
    let idKey = idProperty.flatMap { batch.properties.keys.find(key: $0) }
    keys.reserveCapacity(batch.count)
    contents.reserveCapacity(batch.count)
    ids.reserveCapacity(batch.count)
    let order = Self.entryOrder(batch.properties)
    for feature in 0..<batch.count {
      let id = Self.identity(batch, feature, idProperty: idProperty, idKey: idKey)
      let idHash = Self.hash(id)
      var digest = idHash ?? 0
      for entry in order[batch.properties.entries(ofFeature: feature)] {
        digest = XXHash64.hash(
          batch.properties.keys.hash(batch.properties.keyIndices[Int(entry)]),
          batch.properties.values.hash(batch.properties.valueIndices[Int(entry)]), seed: digest)
      }
      digest = Self.geometryDigest(batch, feature, worldX, worldY, seed: digest)
      contents.append(digest)
      keys.append(idHash.map { XXHash64.hash($0, 0, seed: Self.keySeed) } ?? digest)
      ids.append(id)
    }
  }

  /// Per entry position: the entry to read there, each row's entries in ascending order of their keys' digests.
  private static func entryOrder(_ properties: PropertyColumns) -> [UInt32] {
    var order = (0..<UInt32(properties.keyIndices.count)).map { $0 }
    for row in 0..<properties.rowEnds.count {
      order.sortFew(properties.entries(ofFeature: row)) { properties.keys.hash(properties.keyIndices[Int($0)]) }
    }
    return order
  }

  private static func identity(
    _ batch: FeatureBatch, _ feature: Int, idProperty: String?, idKey: UInt32?
  ) -> PropertyValue {
    guard idProperty != nil else { return batch.ids[feature] }
    guard let idKey, let index = batch.properties.valueIndex(ofFeature: feature, key: idKey) else { return .null }
    return batch.properties.values.value(index).id
  }

  private static func hash(_ id: PropertyValue) -> UInt64? {
    switch id {
    case .int(let value): XXHash64.hash(1, UInt64(bitPattern: value), seed: keySeed)
    case .double(let value): XXHash64.hash(2, value.bitPattern, seed: keySeed)
    case .uint(let value): XXHash64.hash(3, value, seed: keySeed)
    case .string(let text): XXHash64.hash(Array(text.utf8), seed: keySeed)
    case .null, .bool, .json: nil
    }
  }

  /// A longitude west of all that the grid moves to the antimeridian.
  private static let nearMeridian = 179.999

  private static func geometryDigest(
    _ batch: FeatureBatch, _ feature: Int, _ x: Column<UInt32>, _ y: Column<UInt32>, seed: UInt64
  ) -> UInt64 {
    let geometry = batch.geometry
    var digest = XXHash64.hash(UInt64(batch.geometryTypes[feature].rawValue), contentSeed, seed: seed)
    for element in geometry.elements(ofFeature: feature) {
      let rings = geometry.rings(ofElement: element)
      let isPoints = geometry.elementKinds[element] == .points
      digest = XXHash64.hash(UInt64(geometry.elementKinds[element].rawValue), UInt64(rings.count), seed: digest)
      for ring in rings {
        let coordinates = geometry.coordinates(ofRing: ring)
        if rings.count > 1 || coordinates.count > 1 {
          digest = XXHash64.hash(UInt64(coordinates.count), 0, seed: digest)
        }
        for coordinate in coordinates {
          digest = XXHash64.hash(UInt64(x[coordinate]), UInt64(y[coordinate]), seed: digest)
          // The grid does not distinguish latitudes beyond the map's edge, nor whole turns in lines and polygons.
          let latitude = geometry.y[coordinate]
          if abs(latitude) > Mercator.maximumLatitude {
            digest = XXHash64.hash(Degrees.rounded(latitude).bitPattern, 0, seed: digest)
          }
          if !isPoints, abs(geometry.x[coordinate]) > Self.nearMeridian {
            let longitude = WorldGrid.longitude(x: WorldGrid.x(longitude: geometry.x[coordinate]))
            if abs(longitude) >= 180 { digest = XXHash64.hash(longitude.bitPattern, 1, seed: digest) }
          }
        }
      }
    }
    return digest
  }
}

extension Array {
  /// Puts a few neighbors, such as the entries of a row, in ascending order of a key. Insertion is fastest for few, and very slow
  /// for many.
  @inline(__always)
  mutating func sortFew<Key: Comparable>(_ range: Range<Int>, by key: (Element) -> Key) {
    guard range.count <= 64 else { return self[range].sort { key($0) < key($1) } }
    for position in range.dropFirst() {
      let moving = self[position]
      let value = key(moving)
      var hole = position
      while hole > range.lowerBound, key(self[hole - 1]) > value {
        self[hole] = self[hole - 1]
        hole -= 1
      }
      self[hole] = moving
    }
  }
}
