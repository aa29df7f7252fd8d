import ArgumentParser
import Foundation
import MapMath

/// A finite number as an argument.
struct NumberArgument {
  let number: Double
}

extension NumberArgument: ExpressibleByArgument {
  init?(argument: String) {
    guard let number = Double(argument), number.isFinite else { return nil }
    self.init(number: number)
  }

  var defaultValueDescription: String { String(format: "%g", number) }
}

/// A coordinate as an argument: "latitude,longitude" in degrees.
struct CoordinateArgument: ExpressibleByArgument {
  let coordinate: Coordinate

  init?(argument: String) {
    guard let numbers = [Double](argument, counts: 2...2), abs(numbers[0]) <= 90, abs(numbers[1]) <= 360 else {
      return nil
    }
    coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
  }
}

/// Bounds as an argument: "west,south,east,north" in degrees; they cross the antimeridian if west is beyond east.
struct BoundsArgument: ExpressibleByArgument {
  let southwest: Coordinate
  let northeast: Coordinate

  init?(argument: String) {
    guard let edges = [Double](argument, counts: 4...4), abs(edges[0]) <= 360, abs(edges[2]) <= 360,
      abs(edges[1]) <= 90,
      abs(edges[3]) <= 90, edges[1] <= edges[3]
    else { return nil }
    southwest = Coordinate(latitude: edges[1], longitude: edges[0])
    northeast = Coordinate(latitude: edges[3], longitude: edges[2])
  }

  /// The rectangle on the map.
  var rect: MapRect {
    let (a, b) = (MapPoint(unwrapped: southwest), MapPoint(unwrapped: northeast))
    return MapRect(minX: a.x, minY: b.y, maxX: b.x < a.x ? b.x + MapPoint.worldSide : b.x, maxY: a.y)
  }
}

/// A distance on the ground as an argument: 500, 500m, 1.5km or 2mi.
struct DistanceArgument: ExpressibleByArgument {
  let meters: Double

  init?(argument: String) {
    let units = [("km", 1000), ("mi", 1609.344), ("m", 1)]
    let (name, factor) = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(argument.dropLast(name.count)), number > 0, number * factor <= 1e9 else { return nil }
    meters = number * factor
  }
}

/// A circle as an argument: "latitude,longitude,radius".
struct CircleArgument: ExpressibleByArgument {
  let center: Coordinate
  let radius: DistanceArgument

  init?(argument: String) {
    guard let comma = argument.lastIndex(of: ","),
      let center = CoordinateArgument(argument: String(argument[..<comma])),
      let radius = DistanceArgument(argument: String(argument[argument.index(after: comma)...])), radius.meters <= 2e7
    else { return nil }
    (self.center, self.radius) = (center.coordinate, radius)
  }
}

/// Padding as an argument: points, one number for all sides or top,left,bottom,right.
struct PaddingArgument: ExpressibleByArgument {
  let padding: ScreenPadding

  init?(argument: String) {
    if let all = [Double](argument, counts: 1...1), all[0] >= 0 {
      padding = ScreenPadding(all: all[0])
    } else if let sides = [Double](argument, counts: 4...4), sides.allSatisfy({ $0 >= 0 }) {
      padding = ScreenPadding(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    } else {
      return nil
    }
  }
}

/// Zooms of tiles as an argument: 14, or 0-14.
struct TileZoomsArgument: ExpressibleByArgument {
  let zooms: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 0,
      first <= last, last <= 31
    else { return nil }
    zooms = first...last
  }
}
