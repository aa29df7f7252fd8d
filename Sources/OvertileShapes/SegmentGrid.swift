import MapMath
import OvertileSearching

/// The segments of closed rings by the cells of a grid: segments that touch have a cell in common.
///
/// A cell is about as large as a segment, and there are about as many cells as segments. So making the grid and looking
/// at the pairs in its cells is O(n) for outlines whose positions are spread evenly; for others there is no grid, and a
/// sweep serves them. A segment is named by the index of its first position.
struct SegmentGrid {
  let geometry: WorldGeometry
  private let cells: GridCells
  /// Per cell: the end of its segments among all.
  private let ends: [Int32]
  private let members: [Int32]

  /// The most pairs in cells, for each position.
  private static let mostPairs = 256

  /// Puts the segments of rings without repeated positions into cells; nil if too many of them share cells. O(n).
  init?(_ geometry: WorldGeometry) {
    guard let counts = CellCounts(geometry) else { return nil }
    self.init(geometry, counts)
  }

  /// The same where the segments in each cell are counted already.
  init?(_ geometry: WorldGeometry, _ counts: CellCounts) {
    guard counts.pairs <= geometry.x.count * Self.mostPairs else { return nil }
    let cells = counts.cells
    var ends = counts.begins
    members = Array(unsafeUninitializedCapacity: counts.members) { members, count in
      count = counts.members
      ends.withUnsafeMutableBufferPointer { ends in
        CellCounts.forEachBox(geometry.ringEnds, counts.columns, counts.rows) { index, box in
          box.forEach(inRowsOf: cells.columns) { cell in
            members.initializeElement(at: Int(ends[cell]), to: Int32(index))
            ends[cell] += 1
          }
        }
      }
    }
    (self.geometry, self.cells, self.ends) = (geometry, cells, ends)
  }

  /// The cells in a row.
  var columns: Int { cells.columns }

  /// The column of cells at a position.
  func column(_ x: Double) -> Int { cells.column(x) }

  /// Calls back with each pair of segments whose rectangles meet, the one with the lower index first, until the closure
  /// returns false; returns whether it never did. A pair can come more than once; a segment and the one after it do not
  /// come.
  @inline(__always)
  func allSatisfy(_ body: (Int, SegmentContact.Segment, Int, SegmentContact.Segment) -> Bool) -> Bool {
    geometry.x.withUnsafeBufferPointer { x in
      geometry.y.withUnsafeBufferPointer { y in
        members.withUnsafeBufferPointer { members in
          var crowded = CrowdedCell()
          var start = 0
          for (cell, end) in ends.enumerated() {
            let part = members[start..<Int(end)]
            start = Int(end)
            // Most cells have none or one.
            if part.count < 2 { continue }
            if part.count >= CrowdedCell.fewest, crowded.split(part, x, y, cells.extent(ofCell: cell)) {
              guard Self.allSatisfy(crowded, x, y, body) else { return false }
            } else {
              guard Self.allSatisfy(part, x, y, body) else { return false }
            }
          }
          return true
        }
      }
    }
  }

  @inline(__always)
  private static func allSatisfy(
    _ crowded: CrowdedCell, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>,
    _ body: (Int, SegmentContact.Segment, Int, SegmentContact.Segment) -> Bool
  ) -> Bool {
    crowded.members.withUnsafeBufferPointer { members in
      var start = 0
      for end in crowded.ends {
        let part = members[start..<Int(end)]
        start = Int(end)
        if part.count > 1, !allSatisfy(part, x, y, body) { return false }
      }
      return true
    }
  }

  /// The same for the pairs of some segments.
  @inline(__always)
  private static func allSatisfy(
    _ members: Slice<UnsafeBufferPointer<Int32>>, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>,
    _ body: (Int, SegmentContact.Segment, Int, SegmentContact.Segment) -> Bool
  ) -> Bool {
    for rank in members.startIndex..<(members.endIndex - 1) {
      let one = Int(members[rank])
      let first = SegmentContact.Segment(ax: x[one], ay: y[one], bx: x[one + 1], by: y[one + 1])
      let box = first.box
      for other in (rank + 1)..<members.endIndex {
        let other = Int(members[other])
        if other == one + 1 { continue }
        let second = SegmentContact.Segment(ax: x[other], ay: y[other], bx: x[other + 1], by: y[other + 1])
        if second.box.meets(box), !body(one, first, other, second) { return false }
      }
    }
    return true
  }

  /// Calls back with the segments in the cell of a position and in those west of it; one comes for each of its cells.
  @inline(__always)
  func forEachSegment(westOfX px: Double, y py: Double, _ body: (_ column: Int, Int) -> Void) {
    let first = cells.row(py) * columns
    for column in 0...cells.column(px) {
      let cell = first + column
      for index in members[(cell == 0 ? 0 : Int(ends[cell - 1]))..<Int(ends[cell])] { body(column, Int(index)) }
    }
  }
}

extension WorldGeometry {
  /// Calls back with each segment of all rings and the index of its first position.
  @inline(__always)
  func forEachSegment(_ body: (Int, SegmentContact.Segment) -> Void) {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        var start = 0
        for end in ringEnds {
          for index in start..<(end - 1) {
            body(index, SegmentContact.Segment(ax: x[index], ay: y[index], bx: x[index + 1], by: y[index + 1]))
          }
          start = end
        }
      }
    }
  }
}
