import MapMath
import OvertileCore

/// A batch of a source in longitude and latitude and on the world grid, identified, ready for the layers.
///
/// A class, since it is passed on for each feature: of a structure each of its columns would be retained.
final class ReadBatch {
  /// The features as they were read: coordinates are longitude and latitude in degrees, longitudes perhaps beyond 180.
  let read: FeatureBatch
  /// The same with the positions of lines and polygons in degrees of the grid, so that positions that are equal on it are
  /// equal here.
  ///
  /// Made when first asked for: most shapes are read from the grid itself, and degrees cost more than all else.
  private(set) lazy var features: FeatureBatch = onGrid()
  /// Per coordinate: world grid units, wrapped.
  let worldX: Column<UInt32>
  /// Per coordinate: world grid units.
  let worldY: Column<UInt32>
  /// Per feature: whether all its coordinates could be transformed.
  let usable: [Bool]
  /// The identities of the features.
  let identity: BatchIdentity
  /// The index of the file among the source's.
  let file: UInt32
  /// The features in the plane of the source, as they were read, before positions were added to their edges; nil if the
  /// source is in degrees, or its layers draw no edges.
  let plane: GeometryColumns?
  /// The repaired features, and their repairs; no other feature has an entry.
  private(set) var repairs: [Int: Set<Repair>]

  /// Quantizes and identifies a batch.
  ///
  /// - Parameters:
  ///   - repairs: the repairs of features so far.
  ///   - turned: whether there are longitudes beyond 180.
  ///   - plane: the features in the plane of the source, of which polygons have their inside on the left.
  init(
    _ source: FeatureBatch, usable: [Bool], file: UInt32, idProperty: String?, repairs: [Int: Set<Repair>] = [:],
    turned: Bool = false, plane: GeometryColumns? = nil
  ) {
    let count = source.geometry.x.count
    var worldX = Column<UInt32>(repeating: 0, count: count)
    var worldY = worldX
    var isBeyondMap = false
    for index in 0..<count where source.geometry.x[index].isFinite && source.geometry.y[index].isFinite {
      let position = Coordinate(latitude: source.geometry.y[index], longitude: source.geometry.x[index])
      let point = WorldPoint(position)
      if abs(position.latitude) > Mercator.maximumLatitude { isBeyondMap = true }
      worldX[index] = point.x
      worldY[index] = point.y
    }
    identity = BatchIdentity(source, worldX: worldX, worldY: worldY, idProperty: idProperty)
    read = source
    self.worldX = worldX
    self.worldY = worldY
    self.usable = usable
    self.file = file
    self.plane = plane
    self.repairs = repairs
    if isBeyondMap || turned { noteMovedPositions() }
  }

  /// Whether rings around a pole have their inside on the left.
  var insideIsLeft: Bool { plane != nil }

  /// The latitude of a position in degrees: the grid's on the map, the feature's own beyond its edge.
  func latitude(_ position: Int) -> Double {
    let latitude = read.geometry.y[position]
    return abs(latitude) > Mercator.maximumLatitude
      ? Degrees.rounded(latitude) : WorldGrid.latitude(y: Double(worldY[position]))
  }

  private func onGrid() -> FeatureBatch {
    var features = read
    if features.geometry.elementKinds.contains(where: { $0 != .points }) { features.geometry.snapToGrid(worldY) }
    return features
  }

  private func noteMovedPositions() {
    for feature in 0..<read.count where usable[feature] {
      for index in read.geometry.coordinates(ofFeature: feature) {
        if abs(read.geometry.y[index]) > Mercator.maximumLatitude {
          repairs[feature, default: []].insert(.coordinatesClamped)
        }
        if abs(read.geometry.x[index]) > 180 { repairs[feature, default: []].insert(.antimeridian) }
      }
    }
  }
}

extension GeometryColumns {
  /// Moves every position onto the world grid, and latitudes beyond the map to seven decimals; idempotent.
  ///
  /// Longitudes are not wrapped, and 180 stays distinct from -180.
  ///
  /// - Parameter worldY: the rows of the positions on the grid; the last one is also that of positions at its southern
  ///   edge.
  fileprivate mutating func snapToGrid(_ worldY: Column<UInt32>) {
    for index in x.indices where x[index].isFinite && y[index].isFinite {
      x[index] = WorldGrid.longitude(x: WorldGrid.x(longitude: x[index]))
      if abs(y[index]) > Mercator.maximumLatitude {
        y[index] = Degrees.rounded(y[index])
      } else {
        let row = worldY[index] < .max ? Double(worldY[index]) : WorldGrid.y(latitude: y[index])
        y[index] = WorldGrid.latitude(y: row)
      }
    }
  }
}
