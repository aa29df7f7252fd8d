import MapMath

/// Follows edges that are straight in the plane of a source, where they are curves on the map.
///
/// An edge is halved, in the plane, until each section runs on the map along the straight line between its ends. So the
/// positions that are added depend on the two ends alone, whichever comes first: neighbors that share an edge keep
/// sharing it.
package struct EdgeFollower {
  /// The most positions that are added to one edge.
  package static let mostPositions = 1 << 16

  /// One end of an edge.
  package struct End {
    /// The position in the plane of the source.
    package let x, y: Double
    /// The same in degrees.
    package let longitude, latitude: Double

    /// Makes an end of an edge.
    package init(x: Double, y: Double, longitude: Double, latitude: Double) {
      (self.x, self.y, self.longitude, self.latitude) = (x, y, longitude, latitude)
    }
  }

  /// The reason that an edge cannot be followed.
  package enum Fault: Error, Sendable {
    /// PROJ finds no longitude and latitude for a position on it.
    case notTransformable
    /// It would need more than `mostPositions`, or the map is torn there.
    case tooCurved
  }

  /// A position on an edge: its share of the way through the plane, and where it is on the map.
  private struct Sample {
    let share: Double
    let longitude, latitude: Double
    /// Shares of the sides of the map, whose north edge is 0.
    let x, y: Double

    var isBeyondMap: Bool { y == 0 || y == 1 }

    init(share: Double, longitude: Double, latitude: Double) {
      (self.share, self.longitude, self.latitude) = (share, longitude, latitude)
      x = Mercator.x(longitude: longitude)
      y = min(max(Mercator.y(latitude: latitude), 0), 1)
    }
  }

  private let worker: ReprojectionWorker
  /// The distance from the curve that halves a section, as a share of the map's side.
  private let threshold: Double
  /// The square of the length on the map up to which a section counts as straight.
  private let shortSquared: Double
  private var low = End(x: 0, y: 0, longitude: 0, latitude: 0)
  private var high = End(x: 0, y: 0, longitude: 0, latitude: 0)
  /// The positions added to the last edge, in its direction.
  package private(set) var longitudes: [Double] = []
  /// The positions added to the last edge, in its direction.
  package private(set) var latitudes: [Double] = []

  /// The share of the tolerance that a measured distance may have; between samples it is a little greater.
  private static let measuredShare = 0.9
  /// The length on the map, in shares of its side, from which a section is halved whatever its form: its direction around
  /// the world is then certain.
  private static let longest = 0.25
  /// The length on the map from which more samples are compared.
  private static let long = 1.0 / 32
  /// The length in the plane, in its unit, from which an edge is halved at least once: it may go all around the Earth, and
  /// end where it begins.
  private static let far = 1e6
  /// The shortest section of an edge, as a share of its length.
  private static let shortestShare = 0x1p-44

  /// Prepares to follow edges.
  ///
  /// - Parameter tolerance: the greatest distance on the map between a curve and its positions' straight lines, as a
  ///   share of the map's side.
  package init(_ worker: ReprojectionWorker, tolerance: Double) {
    self.worker = worker
    threshold = tolerance * Self.measuredShare
    // An arc with an eighth of the Earth's radius leaves a chord of this length by the tolerance. On the map, straight
    // lines of systems in use bend less.
    shortSquared = tolerance / (2 * .pi)
  }

  /// Whether an edge is so short that it needs no further positions.
  private func isShort(_ start: End, _ end: End) -> Bool {
    let (dx, dy) = (end.longitude - start.longitude, end.latitude - start.latitude)
    let beyond = [start, end].count { abs($0.latitude) > Mercator.maximumLatitude }
    if Self.isFar(start, end) || beyond == 1 { return false }
    // A degree of latitude is on the map at most 11.6 times as long as one of longitude.
    let bound = (abs(dx) + 12 * abs(dy)) / 360
    return bound * bound <= shortSquared
  }

  /// Finds the positions between the ends of an edge that keep to its curve on the map; see `longitudes`.
  package mutating func follow(_ start: End, _ end: End) throws(Fault) {
    longitudes.removeAll(keepingCapacity: true)
    latitudes.removeAll(keepingCapacity: true)
    // Straight lines of the source are straight on the map.
    if isShort(start, end) || worker.form == .webMercator && abs(end.longitude - start.longitude) <= 180 { return }
    let isBackward = (end.x, end.y) < (start.x, start.y)
    (low, high) = isBackward ? (end, start) : (start, end)
    try halve(
      Sample(share: 0, longitude: low.longitude, latitude: low.latitude),
      Sample(share: 1, longitude: high.longitude, latitude: high.latitude))
    guard isBackward else { return }
    longitudes.reverse()
    latitudes.reverse()
  }

  private mutating func halve(_ first: Sample, _ last: Sample) throws(Fault) {
    guard let middle = try bend(first, last) else { return }
    if last.share - first.share < Self.shortestShare {
      // Through a pole, which lies beyond the map, a path has no direction.
      if first.y == last.y, first.isBeyondMap { return }
      throw .tooCurved
    }
    try halve(first, middle)
    guard longitudes.count < Self.mostPositions else { throw .tooCurved }
    longitudes.append(middle.longitude)
    latitudes.append(middle.latitude)
    try halve(middle, last)
  }

  private static func isFar(_ start: End, _ end: End) -> Bool {
    max(abs(end.x - start.x), abs(end.y - start.y)) >= far
  }

  /// The sample half way between two, if there must be a position; nil where the straight line on the map will do.
  private func bend(_ first: Sample, _ last: Sample) throws(Fault) -> Sample? {
    let (dx, dy) = ((last.x - first.x).remainder(dividingBy: 1), last.y - first.y)
    let lengthSquared = dx * dx + dy * dy
    let isFar = last.share - first.share == 1 && Self.isFar(low, high)
    // At the edge of the map it has a corner.
    let leavesMap = first.isBeyondMap != last.isBeyondMap
    if lengthSquared <= (leavesMap ? threshold * threshold : shortSquared), !isFar { return nil }
    let middle = try sample(at: (first.share + last.share) / 2)
    if isFar || lengthSquared >= Self.longest * Self.longest || leavesMap
      || dy != 0 && crossesMeridian(first.x, first.x + dx)
    {
      return middle
    }
    if distance(of: middle, from: first, dx, dy) > threshold { return middle }
    let parts = lengthSquared >= Self.long * Self.long ? 16 : 4
    for part in 1..<parts where part * 2 != parts {
      let share = first.share + (last.share - first.share) * Double(part) / Double(parts)
      if distance(of: try sample(at: share), from: first, dx, dy) > threshold { return middle }
    }
    return nil
  }

  /// Whether a section crosses the antimeridian, where it is cut at a latitude that is interpolated: only short ones are.
  private func crossesMeridian(_ x: Double, _ otherX: Double) -> Bool {
    min(x, otherX).rounded(.down) + 1 < max(x, otherX)
  }

  /// The distance on the map of a sample from a straight line.
  private func distance(of sample: Sample, from start: Sample, _ dx: Double, _ dy: Double) -> Double {
    let x = (sample.x - start.x - dx / 2).remainder(dividingBy: 1) + dx / 2
    let y = sample.y - start.y
    let along = min(max((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1)
    let (offX, offY) = (x - along * dx, y - along * dy)
    return (offX * offX + offY * offY).squareRoot()
  }

  private func sample(at share: Double) throws(Fault) -> Sample {
    let (x, y) = (low.x + share * (high.x - low.x), low.y + share * (high.y - low.y))
    let position = worker.degrees(x: x, y: y)
    guard position.longitude.isFinite, position.latitude.isFinite,
      worker.area != nil || !worker.isBeyondRim(x, y, longitude: position.longitude, latitude: position.latitude)
    else { throw .notTransformable }
    return Sample(share: share, longitude: position.longitude, latitude: min(max(position.latitude, -90), 90))
  }
}

extension ReprojectionWorker {
  /// The longitude and latitude of one position; not finite where there is none.
  fileprivate func degrees(x: Double, y: Double) -> (longitude: Double, latitude: Double) {
    var (x, y) = (x, y)
    withUnsafeMutablePointer(to: &x) { x in
      withUnsafeMutablePointer(to: &y) { y in
        toDegrees(UnsafeMutableBufferPointer(start: x, count: 1), UnsafeMutableBufferPointer(start: y, count: 1))
      }
    }
    return (x, y)
  }
}
