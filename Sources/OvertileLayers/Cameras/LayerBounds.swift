import MapMath
import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes

/// The bounds of a layer's features, for cameras: points, circles at their real radius, and the vertices of
/// lines and polygons.
///
/// Circles whose radius is in pixels have no size on the ground, and count as points. If the radius depends on the
/// zoom, the largest counts.
struct LayerBounds {
  let rows: LayerRows
  private let circles: CircleRows?
  /// Per row: whether it counts; nil for all.
  private let isIncluded: Column<Bool>?
  /// What does not count, since no zoom shows it.
  private let neverShown: NeverShown

  /// The chord error of a circle's outline, as a fraction of its radius; the outline is drawn larger by as much, so
  /// that the circle lies within.
  private static let chordError = 1.0 / 4096

  /// The bounds of a layer's rows, or of some of them, without what no zoom shows.
  init(
    _ rows: LayerRows, _ layer: LayerConfiguration, where isIncluded: Column<Bool>? = nil,
    without neverShown: NeverShown
  ) {
    self.rows = rows
    self.neverShown = neverShown
    self.isIncluded = isIncluded
    guard case .circle(let options) = layer.kind, options.model != .pixels else {
      circles = nil
      return
    }
    circles = CircleRows(rows, options)
  }

  /// The number of features that count.
  var featureCount: Int {
    (isIncluded?.count { $0 } ?? rows.count) - neverShown.rows.count { isIncluded?[Int($0)] ?? true }
  }

  /// The extent. O(points + vertices), and a rectangle for each circle.
  func bounds() throws -> WrappedBounds {
    var bounds = WrappedBounds()
    for point in rows.pointX.indices where includes(rows.pointRows[point], source: point) {
      bounds.add(x: rows.pointX[point], y: rows.pointY[point])
      if let circle = try circles?.largestCircle(ofPoint: point) { bounds.add(Self.box(circle)) }
    }
    var shape = WorldGeometry(kind: .points)
    for (index, row) in rows.shapeRows.enumerated() where includes(row, source: index) {
      rows.shapes.read(index, into: &shape)
      bounds.add(shape)
    }
    return bounds
  }

  /// The convex hull of everything within an arc of columns, in map points, not wrapped.
  func hull(in arc: WrappedBounds.Arc) throws -> [MapPoint] {
    var hull = WorldHull()
    for point in rows.pointX.indices where includes(rows.pointRows[point], source: point) {
      hull.add(x: arc.unwrapped(Int64(rows.pointX[point])), y: Int64(rows.pointY[point]))
      if let circle = try circles?.largestCircle(ofPoint: point) { add(circle, in: arc, to: &hull) }
    }
    for (index, row) in rows.shapeRows.enumerated() where includes(row, source: index) {
      hull.add(rows.shapes[index], in: arc)
    }
    return hull.mapPoints()
  }

  private func includes(_ row: UInt32, source: Int) -> Bool {
    (isIncluded?[Int(row)] ?? true) && neverShown.shows(source: UInt32(source))
  }

  /// A circle's rectangle, a unit larger than its outline can be.
  private static func box(_ circle: Circle) -> MapRect {
    let units = MapPoint.worldSide / WorldGrid.side
    return circle.boundingMapRect(zoom: 0, scale: 1 + chordError).inset(dx: -2 * units, dy: -2 * units)
  }

  /// Adds a circle's outline, unless all of it lies within the hull already.
  private func add(_ circle: Circle, in arc: WrappedBounds.Arc, to hull: inout WorldHull) {
    let box = Self.box(circle).gridBox
    let (west, east) = (arc.unwrapped(box.west), arc.unwrapped(box.west) + box.width)
    let corners = [(west, box.north), (west, box.south), (east, box.north), (east, box.south)]
    let isShielded = corners.allSatisfy { hull.isShielded(WorldHull.Position(x: $0, y: $1)) }
    guard !isShielded else { return }
    let units = circle.radiusMapPoints(zoom: 0) * WorldGrid.side / MapPoint.worldSide
    guard units > 0, units.isFinite else { return }
    hull.add(circle.ring(zoom: 0, scale: 1 + Self.chordError, chordError: units * Self.chordError), in: arc)
  }
}

extension WrappedBounds {
  /// Adds a rectangle.
  fileprivate mutating func add(_ rect: MapRect) {
    let box = rect.gridBox
    add(west: box.west, width: box.width, north: box.north, south: box.south)
  }

  /// Adds the box of every ring of a geometry, which lies in columns 0...2^32; for points, adds every one.
  fileprivate mutating func add(_ shape: WorldGeometry) {
    let areApart = shape.kind == .points
    for part in areApart ? shape.x.indices.map({ $0..<$0 + 1 }) : shape.ringEnds.indices.map(shape.positions(ofRing:)) {
      let box = shape.bounds(of: part)
      let (west, east) = (Int64(gridUnits: box.minX), Int64(gridUnits: box.maxX))
      add(west: west, width: east - west, north: Int64(gridUnits: box.minY), south: Int64(gridUnits: box.maxY))
    }
  }
}

extension WorldHull {
  /// Adds the positions of a geometry in columns 0...2^32.
  fileprivate mutating func add(_ shape: WorldGeometry, in arc: WrappedBounds.Arc) {
    for (x, y) in zip(shape.x, shape.y) { add(x: arc.unwrapped(Int64(gridUnits: x)), y: Int64(gridUnits: y)) }
  }
}

extension MapRect {
  /// The rectangle on the world grid: the western column in 0..<2^32, and rows held to the map.
  fileprivate var gridBox: (west: Int64, width: Int64, north: Int64, south: Int64) {
    let scale = WorldGrid.side / MapPoint.worldSide
    let (west, east) = ((minX * scale).rounded(.down), (maxX * scale).rounded(.up))
    let turned = wrapped.minX * scale
    return (
      Int64(gridUnits: turned.rounded(.down)), Int64(gridUnits: min(east - west, WorldGrid.side)),
      Int64(gridUnits: (minY * scale).rounded(.down)), Int64(gridUnits: (maxY * scale).rounded(.up))
    )
  }
}

extension Int64 {
  /// Whole grid units, held to 0...2^32.
  fileprivate init(gridUnits units: Double) {
    self = Int64(Swift.min(Swift.max(units, 0), WorldGrid.side))
  }
}
