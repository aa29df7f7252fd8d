import MapMath

/// A box in degrees: west, south, east and north, with west > east across the antimeridian.
package struct DegreeBox: Sendable, Hashable {
  /// The western edge.
  package let west: Double
  /// The southern edge.
  package let south: Double
  /// The eastern edge.
  package let east: Double
  /// The northern edge.
  package let north: Double

  /// Creates a box.
  package init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The box of four numbers, as a manifest has them; nil without them, or if they are no box.
  package init?(_ edges: [Double]?) {
    guard let edges, edges.count == 4 else { return nil }
    self.init(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north else { return nil }
  }

  /// The least box around some; nil around none. Among equal gaps beside it the one over the antimeridian counts first,
  /// then the westernmost. O(boxes log boxes).
  package init?(around boxes: [DegreeBox]) {
    guard let south = boxes.map(\.south).min(), let north = boxes.map(\.north).max(),
      let easternmost = boxes.map({ $0.west + $0.width }).max()
    else { return nil }
    var (end, gap, west) = (easternmost - 360, 0.0, -180.0)
    for box in boxes.sorted(by: { $0.west < $1.west }) {
      if box.west - end > gap { (gap, west) = (box.west - end, box.west) }
      end = max(end, box.west + box.width)
    }
    let east = west + 360 - gap
    self.init(west: west, south: south, east: east > 180 ? east - 360 : east, north: north)
  }

  /// The least box around some that have west, south, east and north, west not beyond east; nil around none.
  package static func union(_ boxes: [[Double]]) -> [Double]? {
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) { [min($0[0], $1[0]), min($0[1], $1[1]), max($0[2], $1[2]), max($0[3], $1[3])] }
  }

  /// The degrees eastward from west to east.
  package var width: Double { west <= east ? east - west : east + 360 - west }

  /// The part of this box that another one holds, as one box; nil if there is none.
  package func clipped(to other: DegreeBox) -> DegreeBox? {
    let (low, high) = (max(south, other.south), min(north, other.north))
    var start = (other.west - west).truncatingRemainder(dividingBy: 360)
    if start < 0 { start += 360 }
    let parts = [start, start - 360].map { (max($0, 0), min($0 + other.width, width)) }.filter { $0.0 <= $0.1 }
    guard low <= high, let first = parts.map(\.0).min(), let last = parts.map(\.1).max() else { return nil }
    func longitude(_ degrees: Double) -> Double { west + degrees > 180 ? west + degrees - 360 : west + degrees }
    return DegreeBox(west: longitude(first), south: low, east: longitude(last), north: high)
  }

  /// The bounds of an archive that hold the box, whose west is never greater than their east: over the antimeridian all
  /// longitudes.
  package var bounds: [Double] { west <= east ? [west, south, east, north] : [-180, south, 180, north] }

  /// The bounds of an archive that has a center: all longitudes if it would lie outside, between parts on both sides of the
  /// antimeridian.
  package static func bounds(_ bounds: [Double], around center: [Double]) -> [Double] {
    let isInside = center[0] >= bounds[0] - 1e-6 && center[0] <= bounds[2] + 1e-6
    return isInside ? bounds : [-180, bounds[1], 180, bounds[3]]
  }

  /// The longitude and latitude in the middle of the box on the map, to seven decimals: where a camera looks that shows it.
  package var middle: [Double] {
    let longitude = west + width / 2
    let row = (Mercator.y(latitude: south) + Mercator.y(latitude: north)) / 2
    return [longitude >= 180 ? longitude - 360 : longitude, Mercator.latitude(y: row)].map {
      ($0 * 1e7).rounded() / 1e7 + 0
    }
  }
}

extension BundleManifest.Layer {
  /// What the layer shows: its extent, or, in bundles that lack it, its bounds.
  package var shown: DegreeBox? { DegreeBox(extent ?? bounds) }
}
