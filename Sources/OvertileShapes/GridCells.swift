import MapMath

/// The cells of a grid over boxes, about as large as a box and not many more than there are boxes.
struct GridCells {
  let columns, rows: Int
  private let minX, minY: Double
  /// The cells in a unit.
  private let scale: Double

  /// The cells for each box where boxes are small, as detail is seldom spread evenly.
  private static let cellsPerBox = 4.0

  /// The cells for boxes within an extent, with the sums of their widths and heights.
  init(_ extent: WorldExtent, count: Int, widths: Double, heights: Double) {
    let (width, height) = (extent.maxX - extent.minX, extent.maxY - extent.minY)
    let even = (width * height / (Double(count) * Self.cellsPerBox)).squareRoot()
    scale = 1 / max(even, max(widths, heights, width, height) / Double(count))
    (minX, minY) = (extent.minX, extent.minY)
    columns = Int(width * scale) + 1
    rows = Int(height * scale) + 1
  }

  /// The number of cells.
  var count: Int { columns * rows }

  /// The column at a position.
  @inline(__always)
  func column(_ x: Double) -> Int { min(Int((x - minX) * scale), columns - 1) }

  /// The row at a position.
  @inline(__always)
  func row(_ y: Double) -> Int { min(Int((y - minY) * scale), rows - 1) }

  /// The number of cells that a box meets.
  @inline(__always)
  func count(_ box: BoxTree.Box) -> Int {
    (column(box.maxX) - column(box.minX) + 1) * (row(box.maxY) - row(box.minY) + 1)
  }

  /// Calls back with the cells that a box meets, row by row.
  @inline(__always)
  func forEach(_ box: BoxTree.Box, _ body: (Int) -> Void) {
    let (west, east) = (column(box.minX), column(box.maxX))
    for row in row(box.minY)...row(box.maxY) {
      for cell in (row * columns + west)...(row * columns + east) { body(cell) }
    }
  }
}
