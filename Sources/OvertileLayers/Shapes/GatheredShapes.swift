import MapMath
import OvertileConfiguration

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
  /// Per zoom: the polygons by the cell's column and row.
  private var contents: [[SIMD2<UInt64>: Content]]
  /// Per zoom: the cell that a square fills, by the polygon that gives it its id.
  private var squares: [[UInt32: SIMD2<UInt64>]] = []

  /// Makes empty grids, whose cells are whole units of a tile.
  init(zooms: ClosedRange<Int>, smallerThanPixels pixels: Double, _ grid: TileGrid) {
    firstZoom = zooms.lowerBound
    let units = max(1, (pixels * Double(grid.extent) / ShapeOverlays.tilePixels).rounded())
    sides = zooms.map { units * grid.worldUnits(zoom: $0) }
    contents = zooms.map { _ in [:] }
  }

  /// Adds a polygon to its cell of a zoom; polygons come in canonical order.
  mutating func add(_ shape: UInt32, at middle: WorldPoint, area: Double, zoom: Int) {
    let side = sides[zoom - firstZoom]
    let cell = SIMD2(UInt64(Double(middle.x) / side), UInt64(Double(middle.y) / side))
    var content = contents[zoom - firstZoom][cell] ?? (0, (shape, area))
    content.area += area
    if area > content.largest.area { content.largest = (shape, area) }
    contents[zoom - firstZoom][cell] = content
  }

  /// Finds the cells that are filled, once all polygons are added. O(cells log cells).
  mutating func fillCells() {
    squares = zip(sides, contents).map { side, contents -> [UInt32: SIMD2<UInt64>] in
      var squares: [UInt32: SIMD2<UInt64>] = [:]
      var rest = 0.0
      let cells = contents.map { (place: Self.place($0.key, side), cell: $0.key, content: $0.value) }
      for (_, cell, content) in cells.sorted(by: { ($0.place, $0.cell.y, $0.cell.x) < ($1.place, $1.cell.y, $1.cell.x) }
      ) {
        rest += content.area
        if rest >= side * side / 2 {
          squares[content.largest.shape] = cell
          rest -= side * side
        }
      }
      return squares
    }
    contents = []
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
