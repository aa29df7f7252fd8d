import MapMath
import OvertileConfiguration
import OvertileShapes

/// The squares that stand for polygons too small to see, with the area of all of them: `small: gather`.
///
/// A zoom has a grid of square cells as large as what is just not too small. A polygon belongs to the cell that holds the
/// middle of its rectangle. The cells that have polygons are visited along the Hilbert curve: when the area of their
/// polygons, added up, is at least half a cell, a square fills the cell, and a cell's area is subtracted. So the squares
/// have the area of the polygons to half a cell, near where they are. The largest polygon of a cell gives the square its
/// id and properties. All of this depends on the polygons alone.
struct GatheredShapes: Sendable {
  /// The area of the polygons of a cell, and the largest of them, the first of equal ones.
  private typealias Content = (area: Double, largest: (shape: UInt32, area: Double))

  private let firstZoom: Int
  /// Per zoom: the side of a cell in world grid units.
  private let sides: [Double]
  /// Per zoom: the cell that a square fills, by the polygon that gives it its id.
  private let squares: [[UInt32: SIMD2<UInt64>]]

  /// Gathers the polygons of shapes in canonical order at the zooms at which they are too small, in cells that are whole
  /// units of a tile. O(zooms) for each polygon, and O(cells log cells).
  ///
  /// - Parameter isShown: whether a filter shows a shape, by its index, at a zoom.
  init(
    _ shapes: OrderedShapes, _ sizes: ZoomSizes, smallerThanPixels pixels: Double, zooms: ClosedRange<Int>,
    _ grid: TileGrid, where isShown: (_ shape: Int, _ zoom: Int) -> Bool
  ) {
    let units = max(1, (pixels * Double(grid.extent) / ShapeOverlays.tilePixels).rounded())
    let sides = zooms.map { units * grid.worldUnits(zoom: $0) }
    // Per zoom: the polygons by the cell's column and row.
    var contents = zooms.map { _ in [SIMD2<UInt64>: Content]() }
    var shape = WorldGeometry(kind: .points)
    for index in 0..<shapes.count where sizes.isSmall(index, zoom: zooms.lowerBound) {
      shapes.read(index, into: &shape)
      guard shape.kind == .polygons, let middle = shape.bounds?.center else { continue }
      let area = shape.area
      for (number, zoom) in zooms.enumerated() where sizes.isSmall(index, zoom: zoom) && isShown(index, zoom) {
        let cell = SIMD2(UInt64(Double(middle.x) / sides[number]), UInt64(Double(middle.y) / sides[number]))
        var content = contents[number][cell] ?? (0, (UInt32(index), area))
        content.area += area
        if area > content.largest.area { content.largest = (UInt32(index), area) }
        contents[number][cell] = content
      }
    }
    (firstZoom, self.sides) = (zooms.lowerBound, sides)
    squares = zip(sides, contents).map(Self.squares)
  }

  /// The cells of a zoom that are filled.
  private static func squares(_ side: Double, _ contents: [SIMD2<UInt64>: Content]) -> [UInt32: SIMD2<UInt64>] {
    var squares: [UInt32: SIMD2<UInt64>] = [:]
    var rest = 0.0
    let cells = contents.map { (place: place($0.key, side), cell: $0.key, content: $0.value) }
    for (_, cell, content) in cells.sorted(by: { ($0.place, $0.cell.y, $0.cell.x) < ($1.place, $1.cell.y, $1.cell.x) })
    {
      rest += content.area
      if rest >= side * side / 2 {
        squares[content.largest.shape] = cell
        rest -= side * side
      }
    }
    return squares
  }

  /// The square at a zoom that has the id of a polygon; nil if there is none.
  func square(of shape: UInt32, zoom: Int) -> WorldGeometry? {
    guard let cell = squares[zoom - firstZoom][shape] else { return nil }
    let side = sides[zoom - firstZoom]
    let (west, north) = (Double(cell.x) * side, Double(cell.y) * side)
    return WorldGeometry(
      west: west, north: north, east: min(west + side, WorldGrid.side), south: min(north + side, WorldGrid.side))
  }

  /// Where the middle of a cell is on the Hilbert curve.
  private static func place(_ cell: SIMD2<UInt64>, _ side: Double) -> UInt64 {
    let most = WorldGrid.side - 1
    let x = UInt32(min((Double(cell.x) + 0.5) * side, most))
    let y = UInt32(min((Double(cell.y) + 0.5) * side, most))
    return TileID(uncheckedZ: 31, x: x >> 1, y: y >> 1).hilbertID
  }
}
