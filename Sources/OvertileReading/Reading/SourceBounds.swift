import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileShapes

/// The bounds of a source: features that lie outside them are left out.
///
/// A feature is kept, whole, if some of it lies within the bounds or on their edges: one of its points, lines or
/// polygons, in the degrees that were read. Lines run as on the map: straight in longitude and latitude, across the
/// antimeridian if that is shorter.
struct SourceBounds: Sendable {
  private let south: Double
  private let north: Double
  private let west: Double
  /// Above `west` by 360 at most.
  private let east: Double

  /// Bounds as they are configured; they cross the antimeridian when west is above east.
  init(_ bounds: DegreeBox) {
    (south, north, west) = (bounds.south, bounds.north, bounds.west)
    east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east
  }

  /// Whether some of a feature lies within. O(positions).
  func meet(_ feature: Int, of batch: ReadBatch) -> Bool {
    let columns = batch.read.geometry
    for index in columns.coordinates(ofFeature: feature)
    where contains(columns.x[index], columns.y[index]) {
      return true
    }
    return columns.elements(ofFeature: feature).contains { element in
      guard columns.elementKinds[element] != .points else { return false }
      var degrees = WorldGeometry(kind: columns.elementKinds[element] == .polygon ? .polygons : .lines)
      AntimeridianCut.appendUnwrapped(
        columns.rings(ofElement: element).map { columns.coordinates(ofRing: $0) }, longitudes: columns.x,
        latitudes: columns.y, insideIsLeft: batch.insideIsLeft, to: &degrees)
      return meet(degrees)
    }
  }

  private func contains(_ longitude: Double, _ latitude: Double) -> Bool {
    guard south <= latitude, latitude <= north else { return false }
    let turns = ((longitude - west) / 360).rounded(.down)
    return longitude <= east + 360 * turns
  }

  /// Whether lines or polygons that continue across the antimeridian meet the bounds, in some turn around the world.
  private func meet(_ degrees: WorldGeometry) -> Bool {
    guard let least = degrees.x.min(), let most = degrees.x.max() else { return false }
    let first = ((least - east) / 360).rounded(.up)
    let last = ((most - west) / 360).rounded(.down)
    guard first <= last else { return false }
    return stride(from: first, through: last, by: 1).contains { turn in
      degrees.meets(WorldBounds(minX: west + 360 * turn, minY: south, maxX: east + 360 * turn, maxY: north))
    }
  }
}
