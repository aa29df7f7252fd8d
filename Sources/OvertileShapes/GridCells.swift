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

  /// The rectangle of a cell, within rounding.
  func extent(ofCell cell: Int) -> WorldExtent {
    let (x, y) = (minX + Double(cell % columns) / scale, minY + Double(cell / columns) / scale)
    return WorldExtent(minX: x, minY: y, maxX: x + 1 / scale, maxY: y + 1 / scale)
  }

  /// The cells that a box meets.
  @inline(__always)
  func box(_ box: BoxTree.Box) -> Box {
    Box(
      west: Int32(column(box.minX)), north: Int32(row(box.minY)), east: Int32(column(box.maxX)),
      south: Int32(row(box.maxY)))
  }

  /// Some columns and rows.
  struct Box {
    var west, north, east, south: Int32

    /// The number of cells.
    @inline(__always)
    var count: Int { Int(east - west + 1) * Int(south - north + 1) }

    /// Calls back with each cell, row by row.
    ///
    /// - Parameter columns: the columns of the grid.
    @inline(__always)
    func forEach(inRowsOf columns: Int, _ body: (Int) -> Void) {
      let (west, east, south) = (Int(west), Int(east), Int(south))
      var row = Int(north)
      while row <= south {
        var cell = row * columns + west
        let end = row * columns + east
        while cell <= end {
          body(cell)
          cell += 1
        }
        row += 1
      }
    }
  }
}
