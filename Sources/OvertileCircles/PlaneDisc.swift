import MapMath
import OvertileCore

/// A disc on the Mercator plane. If it is wider than the world, it covers the whole row.
struct PlaneDisc: CircleRegion {
  let centerX: Double
  let centerY: Double
  let radius: Double

  var top: Double { centerY - radius }
  var bottom: Double { centerY + radius }
  var widest: (y: Double, halfWidth: Double)? { (centerY, radius) }

  func halfWidth(atY y: Double) -> Double {
    let dy = abs(y - centerY)
    // The product keeps the digits that a difference of squares would lose near the top and the bottom.
    return dy > radius ? -1 : ((radius - dy) * (radius + dy)).squareRoot()
  }

  func boundary(chordError: Double) -> RegionBoundary {
    guard radius >= RegionBoundary.minimumRadius else { return .runs([]) }
    // Angles clockwise from north, cut off at the edge of the map.
    var (low, high) = (0.0, Double.pi)
    var (start, end) = (EastRun.End.apex, EastRun.End.apex)
    if radius > centerY { (low, start) = (acos(centerY / radius), .edge) }
    if radius > WorldGrid.side - centerY { (high, end) = (acos((centerY - WorldGrid.side) / radius), .edge) }
    let halfWorld = WorldGrid.side / 2
    guard radius > halfWorld else {
      return .runs([run(low...high, start, end, chordError)])
    }
    let seam = asin(halfWorld / radius)
    var runs: [EastRun] = []
    if low < seam { runs.append(run(low...seam, start, .seam, chordError)) }
    if high > .pi - seam { runs.append(run((.pi - seam)...high, .seam, end, chordError)) }
    return runs.isEmpty ? .everything : .runs(runs)
  }

  private func run(_ angles: ClosedRange<Double>, _ start: EastRun.End, _ end: EastRun.End, _ chordError: Double)
    -> EastRun
  {
    let count = UnitCircle.count(radius: radius, chordError: chordError)
    var run = EastRun(start: start, end: end)
    if start == .apex && end == .apex {
      let circle = UnitCircle(count: count)
      run.dx.reserveCapacity(count / 2 + 1)
      run.y.reserveCapacity(count / 2 + 1)
      for i in 0...(count / 2) { append(circle[i], to: &run) }
    } else {
      let width = angles.upperBound - angles.lowerBound
      let parts = max((width / .pi * Double(count / 2)).rounded(.up), 1)
      for i in 0...Int(parts) {
        let angle = angles.lowerBound + width * (Double(i) / parts)
        append((sin(angle), cos(angle)), to: &run)
      }
    }
    return run.withExactEnds()
  }

  private func append(_ direction: (sin: Double, cos: Double), to run: inout EastRun) {
    run.dx.append(radius * direction.sin)
    run.y.append(centerY - radius * direction.cos)
  }

  func coordinates(chordError: Double) -> [(offset: Double, latitude: Double)] {
    let count = UnitCircle.count(radius: radius, chordError: chordError)
    let circle = UnitCircle(count: count)
    return (0..<count).map { i in
      let direction = circle[min(i, count - i)]
      let dx = radius * (i > count / 2 ? -direction.sin : direction.sin)
      return (dx / WorldGrid.side * 360, WorldGrid.latitude(y: centerY - radius * direction.cos))
    }
  }
}

extension EastRun {
  /// The same run, its ends exactly on the meridian, the seam or the nearer edge of the map.
  func withExactEnds() -> EastRun {
    var run = self
    for (index, kind) in [(0, start), (dx.count - 1, end)] {
      switch kind {
      case .apex: run.dx[index] = 0
      case .seam: run.dx[index] = WorldGrid.side / 2
      case .edge: run.y[index] = run.y[index] < WorldGrid.side / 2 ? 0 : WorldGrid.side
      }
    }
    return run
  }
}
