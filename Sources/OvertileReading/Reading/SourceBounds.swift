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
      let (west, east) = (west + 360 * turn, east + 360 * turn)
      let isCrossed = degrees.ringEnds.indices.contains { ring in
        degrees.positions(ofRing: ring).dropLast().contains { index in
          Segment(x0: degrees.x[index], y0: degrees.y[index], x1: degrees.x[index + 1], y1: degrees.y[index + 1])
            .meets(west, south, east, north)
        }
      }
      return isCrossed || degrees.hasInside(x: west, y: south)
    }
  }

  private struct Segment {
    let x0: Double
    let y0: Double
    let x1: Double
    let y1: Double

    /// Whether some of it lies in a rectangle, edges included.
    func meets(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Bool {
      guard max(x0, x1) >= west, min(x0, x1) <= east, max(y0, y1) >= south, min(y0, y1) <= north else { return false }
      let sides = [(west, south), (east, south), (east, north), (west, north)].map { side(of: $0, $1) }
      return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
    }

    private func side(of x: Double, _ y: Double) -> Double { (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) }
  }
}
