import MapMath
import OvertileCore

/// All coordinates within a distance of a center on the WGS84 ellipsoid.
///
/// Along a parallel the distance grows with the turn from the center's meridian (its derivative is the cosine of the reduced
/// latitude times the sine of the azimuth of arrival), so the disc is a half width at each latitude. On the boundary
/// latitude falls as the azimuth turns from north to south, so each latitude has one azimuth, found by bracketing.
struct GeodesicDisc: CircleRegion {
  let centerX: Double
  let meters: Double
  /// The latitudes where the boundary crosses the center's meridian, or beyond a pole its continuation.
  let northLatitude: Double
  let southLatitude: Double
  let holdsNorthPole: Bool
  let holdsSouthPole: Bool
  let centerLatitude: Double
  private let origin: GeodesicOrigin

  init(center: Coordinate, meters: Double) {
    centerX = Mercator.x(longitude: center.longitude) * WorldGrid.side
    centerLatitude = center.latitude
    self.meters = meters
    origin = GeodesicOrigin(latitude: center.latitude)
    let north = origin.end(sinAzimuth: 0, cosAzimuth: 1, meters: meters)
    let south = origin.end(sinAzimuth: 0, cosAzimuth: -1, meters: meters)
    northLatitude = north.latitude
    southLatitude = south.latitude
    holdsNorthPole = abs(north.longitudeOffset) > 90
    holdsSouthPole = abs(south.longitudeOffset) > 90
  }

  var top: Double { holdsNorthPole ? -.infinity : Mercator.y(latitude: northLatitude) * WorldGrid.side }
  var bottom: Double { holdsSouthPole ? .infinity : Mercator.y(latitude: southLatitude) * WorldGrid.side }

  var widest: (y: Double, halfWidth: Double)? {
    guard !holdsNorthPole && !holdsSouthPole else { return nil }
    // There the boundary runs along the meridian, so the geodesic arrives due east.
    let end = point(bracket { $0.cosAzimuth })
    return (Mercator.y(latitude: end.latitude) * WorldGrid.side, end.longitudeOffset / 360 * WorldGrid.side)
  }

  func halfWidth(atY y: Double) -> Double {
    let latitude = WorldGrid.latitude(y: y)
    if latitude >= northLatitude {
      if holdsNorthPole { return WorldGrid.side / 2 }
      return latitude > northLatitude ? -1 : 0
    }
    if latitude <= southLatitude {
      if holdsSouthPole { return WorldGrid.side / 2 }
      return latitude < southLatitude ? -1 : 0
    }
    return point(azimuth(latitude: latitude)).longitudeOffset / 360 * WorldGrid.side
  }

  /// The end of the radius in an azimuth, 0...pi clockwise from north.
  func point(_ azimuth: Double) -> GeodesicOffset {
    point(sin(azimuth), cos(azimuth))
  }

  func point(_ sinAzimuth: Double, _ cosAzimuth: Double) -> GeodesicOffset {
    origin.end(sinAzimuth: sinAzimuth, cosAzimuth: cosAzimuth, meters: meters)
  }

  /// The azimuth whose radius ends on a latitude strictly between the disc's ends.
  func azimuth(latitude: Double) -> Double {
    bracket { $0.latitude - latitude }
  }

  /// The azimuth in 0...pi where a falling function of the radius's end is 0, to the last digits.
  ///
  /// False position with the Illinois rule, and a bisection wherever three steps have not halved the bracket.
  private func bracket(_ value: (GeodesicOffset) -> Double) -> Double {
    var (low, high) = (0.0, Double.pi)
    var (lowValue, highValue) = (value(point(0, 1)), value(point(0, -1)))
    var (width, sinceHalved, lastSide) = (high - low, 0, 0)
    for _ in 0..<120 where high - low > 2e-16 * high {
      var next = (low * highValue - high * lowValue) / (highValue - lowValue)
      if sinceHalved >= 3 || !(next > low && next < high) { next = low + (high - low) / 2 }
      let found = value(point(next))
      if found == 0 { return next }
      if found > 0 {
        (low, lowValue) = (next, found)
        if lastSide == 1 { highValue /= 2 }
        lastSide = 1
      } else {
        (high, highValue) = (next, found)
        if lastSide == -1 { lowValue /= 2 }
        lastSide = -1
      }
      sinceHalved += 1
      if high - low <= width / 2 { (width, sinceHalved) = (high - low, 0) }
    }
    return low + (high - low) / 2
  }
}
