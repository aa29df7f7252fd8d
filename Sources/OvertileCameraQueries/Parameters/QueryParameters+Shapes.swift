import MapMath
import OvertileFeatures

extension QueryParameters {
  /// Bounds that may be missing: west, south, east and north, in GeoJSON's order.
  func bounds(_ name: String) throws(QueryError) -> (southwest: Coordinate, northeast: Coordinate)? {
    guard let value = self[name] else { return nil }
    let words = "bounds: west,south,east,north in degrees, south below north, such as 5.9,47.3,15.1,55.1"
    guard let n = numbers(value, named: ["west", "south", "east", "north"]),
      NumberForm.longitude.holds(n[0]), NumberForm.longitude.holds(n[2]),
      NumberForm.latitude.holds(n[1]), NumberForm.latitude.holds(n[3]), n[1] <= n[3]
    else { throw wrong(name, value, words) }
    return (Coordinate(latitude: n[1], longitude: n[0]), Coordinate(latitude: n[3], longitude: n[2]))
  }

  /// A rectangle in map points that may be missing.
  func mapRect(_ name: String) throws(QueryError) -> MapRect? {
    guard let value = self[name] else { return nil }
    guard let n = numbers(value, named: ["x", "y", "width", "height"]), n.allSatisfy(NumberForm.mapPoint.holds),
      n[2] >= 0, n[3] >= 0
    else {
      throw wrong(
        name, value, "a map rectangle: x,y,width,height in map points, such as 144120000,87980000,24000,52000")
    }
    return MapRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// A map point that may be missing.
  func mapPoint(_ name: String) throws(QueryError) -> MapPoint? {
    guard let value = self[name] else { return nil }
    guard let n = numbers(value, named: ["x", "y"]), n.allSatisfy(NumberForm.mapPoint.holds),
      n[1] >= 0, n[1] <= MapPoint.worldSide
    else {
      throw wrong(name, value, "a map point: x,y with y from 0 to 268435456, such as 144213220,88034793")
    }
    return MapPoint(x: n[0], y: n[1])
  }

  /// Insets that may be missing: top, left, bottom and right in points, or one number for all.
  func insets(_ name: String) throws(QueryError) -> ScreenPadding {
    guard let value = self[name] else { return .zero }
    if let all = value.asNumber, NumberForm.points.holds(all) { return ScreenPadding(all: all) }
    guard let n = numbers(value, named: ["top", "left", "bottom", "right"]), n.allSatisfy(NumberForm.points.holds)
    else {
      throw wrong(name, value, "insets: top,left,bottom,right in points, or one number for all, such as 47,0,34,0")
    }
    return ScreenPadding(top: n[0], left: n[1], bottom: n[2], right: n[3])
  }

  /// A shift on the screen in points; none when missing.
  func shift(_ name: String) throws(QueryError) -> ScreenPoint {
    guard let value = self[name] else { return .zero }
    guard let n = numbers(value, named: ["x", "y"]), n.allSatisfy(NumberForm.points.holds) else {
      throw wrong(name, value, "an offset: right,down in points, such as 0,-100")
    }
    return ScreenPoint(x: n[0], y: n[1])
  }

  /// The size of a view that may be missing, in points.
  func size(_ name: String) throws(QueryError) -> (width: Double, height: Double)? {
    guard let value = self[name] else { return nil }
    let n: [Double]?
    if case .string = value {
      n = value.numbers(separator: "x")
    } else {
      n = numbers(value, named: ["width", "height"])
    }
    guard let n, n.count == 2, n.allSatisfy(NumberForm.side.holds) else {
      throw wrong(name, value, "a view's size: WIDTHxHEIGHT in points, each above 0 and up to 1000000, such as 390x844")
    }
    return (n[0], n[1])
  }

  /// The numbers of a text, a list, or an object with just these members.
  private func numbers(_ value: JSONValue, named names: [String]) -> [Double]? {
    var numbers = value.numbers()
    if case .object(let members) = value, members.count == names.count {
      numbers = names.compactMap { members[$0]?.asNumber }
    }
    return numbers.flatMap { $0.count == names.count ? $0 : nil }
  }
}
