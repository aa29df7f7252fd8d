import MapMath
import OvertileBundleFormat

extension DegreeBox {
  /// The largest distance in meters by which the other box reaches further than this one, or less far. O(1).
  ///
  /// For boxes apart from the antimeridian this is the distance of the side that moved the most; at any meridian, it
  /// is the Hausdorff distance between the areas that they cover. So a layer that comes to reach over the 180th
  /// meridian moves by little, one that comes to span the world by much, and one around the world by no more than its
  /// widest gap. Distances east and west are measured where they are longest, at the latitude nearest the equator.
  func largestMove(to other: DegreeBox) -> Double {
    // Sums of columns round: the same box is no move at all.
    if self == other { return 0 }
    let middle = west + width / 2
    let vertical = max(
      Self.distance(latitudes: (south, other.south), longitude: middle),
      Self.distance(latitudes: (north, other.north), longitude: middle))
    let latitude = min(max(0, min(south, other.south)), max(north, other.north))
    let degrees = max(excess(beyond: other), other.excess(beyond: self))
    return max(vertical, Self.length(ofDegrees: degrees, latitude: latitude))
  }

  /// The degrees east or west of the other box's columns at which the farthest of this box's lies, 0...180.
  func excess(beyond other: DegreeBox) -> Double {
    let gap = 360 - other.width
    let columns = [0, width, Self.eastward(from: west, to: other.east + gap / 2)].filter { $0 <= width }
    let beyond = columns.map { column in
      let past = Self.eastward(from: other.east, to: west + column)
      return min(past, gap - past)
    }
    return max(0, beyond.max() ?? 0)
  }

  /// Degrees from one meridian eastward to another, 0..<360.
  private static func eastward(from west: Double, to east: Double) -> Double {
    let turned = (east - west).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  private static func distance(latitudes: (Double, Double), longitude: Double) -> Double {
    let longitude = longitude.remainder(dividingBy: 360)
    return Geodesic.distance(
      from: Coordinate(latitude: latitudes.0, longitude: longitude),
      to: Coordinate(latitude: latitudes.1, longitude: longitude))
  }

  /// The length of a path east or west: up to a quarter turn the geodesic between its ends, beyond that in parts.
  private static func length(ofDegrees degrees: Double, latitude: Double) -> Double {
    let parts = max(1, (abs(degrees) / 90).rounded(.up))
    let end = Coordinate(latitude: latitude, longitude: abs(degrees) / parts)
    return parts * Geodesic.distance(from: Coordinate(latitude: latitude, longitude: 0), to: end)
  }
}
