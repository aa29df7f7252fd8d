import MapMath

/// A line or ring whose longitudes continue across the 180th meridian: no step is longer than 180 degrees, except steps
/// that go the whole way around the world.
struct UnwrappedPath {
  /// Degrees east, each equal to the source's except for a multiple of 360.
  private(set) var longitudes: [Double]
  /// Degrees north.
  private(set) var latitudes: [Double]

  init(lineAt positions: Range<Int>, _ longitudes: [Double], _ latitudes: [Double]) {
    self.latitudes = Array(latitudes[positions])
    let source = Array(longitudes[positions])
    self.longitudes = Self.unwrapped(source, fullStepsCount: false)
    let hasLength = zip(self.longitudes.dropFirst(), self.longitudes).contains { $0 != $1 }
    if !hasLength, self.latitudes.allSatisfy({ $0 == self.latitudes.first }) {
      self.longitudes = Self.unwrapped(source, fullStepsCount: true)
    }
  }

  /// A closed ring; one that turns around the Earth is closed along a pole.
  init(ringAt positions: Range<Int>, _ longitudes: [Double], _ latitudes: [Double]) {
    var source = Array(longitudes[positions])
    self.latitudes = Array(latitudes[positions])
    if source.first != source.last || self.latitudes.first != self.latitudes.last {
      source.append(source[0])
      self.latitudes.append(self.latitudes[0])
    }
    self.longitudes = Self.unwrapped(source, fullStepsCount: false)
    if isSound { return }
    let literal = Self.unwrapped(source, fullStepsCount: true)
    let short = self.longitudes
    self.longitudes = literal
    if isSound { return }
    self.longitudes = short
    closeAlongPole()
  }

  /// Shifts a ring by whole turns so that it lies where another does: a hole where its exterior does.
  mutating func moveIntoTurn(of other: ArraySlice<Double>) {
    let turns = ((Self.middle(other) - Self.middle(longitudes[...])) / 360).rounded()
    for index in longitudes.indices { longitudes[index] += 360 * turns }
  }

  private static func middle(_ longitudes: ArraySlice<Double>) -> Double {
    ((longitudes.min() ?? 0) + (longitudes.max() ?? 0)) / 2
  }

  /// Whether this ring returns to its beginning and has an area.
  private var isSound: Bool {
    longitudes.first == longitudes.last
      && Shoelace.doubledArea(longitudes, latitudes, longitudes.indices) != 0
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

  /// Closes a ring that turns around the Earth: it starts and ends on the 180th meridian and follows the pole's edge.
  private mutating func closeAlongPole() {
    guard let first = longitudes.first, let last = longitudes.last, first != last else { return }
    func turn(_ longitude: Double) -> Double { ((longitude + 180) / 360).rounded(.down) }
    guard let cut = longitudes.indices.dropLast().first(where: { turn(longitudes[$0]) != turn(longitudes[$0 + 1]) })
    else { return }
    let meridian = max(turn(longitudes[cut]), turn(longitudes[cut + 1])) * 360 - 180
    let segment = (longitudes[cut], latitudes[cut], longitudes[cut + 1], latitudes[cut + 1])
    let cutLatitude = AntimeridianCut.latitude(at: meridian, of: segment)
    let mean = latitudes.dropLast().reduce(0, +) / Double(latitudes.count - 1)
    let pole: Double = mean >= 0 ? 90 : -90

    let start: Double = last > first ? -180 : 180
    var x = [start]
    var y = [cutLatitude]
    x += longitudes[(cut + 1)...].map { $0 - meridian + start }
    y += latitudes[(cut + 1)...]
    x += longitudes[...cut].dropFirst().map { $0 + (last - first) - meridian + start }
    y += latitudes[...cut].dropFirst()
    let end = start + (last - first)
    x += [end, end, start, start]
    y += [cutLatitude, pole, pole, cutLatitude]
    longitudes = x
    latitudes = y
  }
}
