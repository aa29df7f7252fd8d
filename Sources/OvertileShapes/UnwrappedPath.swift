import MapMath

/// A line or ring whose longitudes continue across the antimeridian: no step is longer than 180 degrees, except steps
/// that go the whole way around the world.
package struct UnwrappedPath {
  /// Degrees east, each equal to the source's except for a multiple of 360.
  package private(set) var longitudes: [Double]
  /// Degrees north.
  package private(set) var latitudes: [Double]

  /// A line.
  package init(lineAt positions: Range<Int>, _ longitudes: [Double], _ latitudes: [Double]) {
    self.init(longitudes[positions], latitudes[positions]) { path in
      path.longitudes.contains { $0 != path.longitudes.first } || path.latitudes.contains { $0 != path.latitudes.first }
    }
  }

  /// A closed ring, or one that turns around the Earth; see `goesAround`.
  package init(ringAt positions: Range<Int>, _ longitudes: [Double], _ latitudes: [Double]) {
    var (x, y) = (longitudes[positions], latitudes[positions])
    if x.first != x.last || y.first != y.last {
      x.append(longitudes[positions.lowerBound])
      y.append(latitudes[positions.lowerBound])
    }
    self.init(x, y) { ring in
      ring.longitudes.first == ring.longitudes.last
        && Shoelace.doubledArea(ring.longitudes, ring.latitudes, ring.longitudes.indices) != 0
    }
  }

  /// A path in which steps that go the whole way around the world count only if it is sound with them, and not without.
  private init(_ longitudes: ArraySlice<Double>, _ latitudes: ArraySlice<Double>, isSound: (UnwrappedPath) -> Bool) {
    self.latitudes = Array(latitudes)
    self.longitudes = Self.unwrapped(Array(longitudes), fullStepsCount: false)
    if isSound(self) { return }
    let short = self
    self.longitudes = Self.unwrapped(Array(longitudes), fullStepsCount: true)
    if !isSound(self) { self = short }
  }

  /// Whether this ring turns around the Earth and is not closed yet.
  package var goesAround: Bool { longitudes.first != longitudes.last }

  /// The longitudes from the first in the west to the last in the east.
  var span: ClosedRange<Double> { Self.span(longitudes[...]) }

  /// The whole turns by which this path lies away from others.
  func turns(to other: ArraySlice<Double>) -> Double {
    let (span, otherSpan) = (span, Self.span(other))
    let distance = otherSpan.lowerBound + otherSpan.upperBound - span.lowerBound - span.upperBound
    return (distance / 720).rounded()
  }

  /// This path some turns around the Earth further east.
  func shifted(turns: Double) -> UnwrappedPath {
    var path = self
    for index in longitudes.indices { path.longitudes[index] += 360 * turns }
    return path
  }

  private static func span(_ longitudes: ArraySlice<Double>) -> ClosedRange<Double> {
    (longitudes.min() ?? 0)...(longitudes.max() ?? 0)
  }

  private static func unwrapped(_ source: [Double], fullStepsCount: Bool) -> [Double] {
    var result = source
    var turns = 0.0
    for index in source.indices.dropFirst() {
      let step = source[index] - source[index - 1]
      if !(fullStepsCount && abs(step) == 360) {
        if step > 180 { turns -= ((step - 180) / 360).rounded(.up) }
        if step < -180 { turns += ((-step - 180) / 360).rounded(.up) }
      }
      result[index] = source[index] + 360 * turns
    }
    return result
  }

  /// Whether a ring that turns around the Earth is nearer to the north pole, by its mean latitude.
  package var isNearNorth: Bool { latitudes.dropLast().reduce(0, +) >= 0 }

  /// Closes a ring that turns around the Earth along the edge of a pole.
  ///
  /// - Parameter insideIsLeft: whether the pole lies on its left; otherwise it is the nearer one.
  mutating func closeAlongPole(insideIsLeft: Bool) {
    let isNearNorth = isNearNorth
    openAtMeridian()
    let (start, end) = (longitudes[0], longitudes[longitudes.count - 1])
    let isNorth = insideIsLeft ? end > start : isNearNorth
    let pole: Double = isNorth ? 90 : -90
    longitudes += [end, start, start]
    latitudes += [pole, pole, latitudes[0]]
  }

  /// Makes the ring of a band around the Earth from its two borders, each of which turns around it.
  mutating func joinBand(to other: UnwrappedPath) {
    var other = other
    openAtMeridian()
    other.openAtMeridian()
    if longitudes.first == other.longitudes.first {
      other.longitudes.reverse()
      other.latitudes.reverse()
    }
    longitudes += other.longitudes + longitudes.prefix(1)
    latitudes += other.latitudes + latitudes.prefix(1)
  }

  /// Moves the edges of a ring that run along a meridian to the west of it.
  mutating func moveWesternEdge(at meridian: Double) {
    var (x, y) = ([Double](), [Double]())
    for index in longitudes.indices {
      if index > 0, longitudes[index - 1] == meridian, longitudes[index] == meridian,
        latitudes[index - 1] != latitudes[index]
      {
        x += [meridian - 1, meridian - 1]
        y += [latitudes[index - 1], latitudes[index]]
      }
      x.append(longitudes[index])
      y.append(latitudes[index])
    }
    (longitudes, latitudes) = (x, y)
  }

  /// Lets a ring that turns around the Earth start and end on the antimeridian.
  private mutating func openAtMeridian() {
    func turn(_ longitude: Double) -> Double { ((longitude + 180) / 360).rounded(.down) }
    guard let first = longitudes.first, let last = longitudes.last,
      let cut = longitudes.indices.dropLast().first(where: { turn(longitudes[$0]) != turn(longitudes[$0 + 1]) })
    else { return }
    let meridian = max(turn(longitudes[cut]), turn(longitudes[cut + 1])) * 360 - 180
    let segment = (longitudes[cut], latitudes[cut], longitudes[cut + 1], latitudes[cut + 1])
    let cutLatitude = AntimeridianCut.latitude(at: meridian, of: segment)
    let (start, way): (Double, Double) = (last > first ? -180 : 180, last - first)
    let x =
      longitudes[(cut + 1)...].map { $0 - meridian + start }
      + longitudes[...cut].dropFirst().map { $0 + way - meridian + start }
    let y = latitudes[(cut + 1)...] + latitudes[...cut].dropFirst()
    longitudes = [start] + x + [start + way]
    latitudes = [cutLatitude] + y + [cutLatitude]
  }
}

extension WorldGeometry {
  /// Adds a line or ring in its degrees.
  mutating func append(_ path: UnwrappedPath) {
    x += path.longitudes
    y += path.latitudes
    endRing()
  }
}
