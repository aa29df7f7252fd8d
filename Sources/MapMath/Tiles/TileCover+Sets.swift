extension TileCover {
  /// Returns the tiles in this cover that are not in the given cover.
  ///
  /// If the zoom levels of the two covers differ, all tiles in this cover are returned. To find the tiles that enter a
  /// view, subtract the old cover from the new cover. To find the tiles that leave a view, subtract the new cover from
  /// the old cover.
  ///
  /// - Complexity: O(n), where n is the number of runs in both covers.
  public func subtracting(_ other: TileCover) -> TileCover {
    guard zoom == other.zoom else { return self }
    var rest: [Run] = []
    var next = 0
    for run in runs {
      // Columns are below 2^31, so one more never overflows.
      var west = run.columns.lowerBound
      while next < other.runs.count, other.runs[next].ends(before: west, inRow: run.row) { next += 1 }
      var cut = next
      while cut < other.runs.count, other.runs[cut].row == run.row, west <= run.columns.upperBound,
        other.runs[cut].columns.lowerBound <= run.columns.upperBound
      {
        let hole = other.runs[cut].columns
        if hole.lowerBound > west { rest.append(Run(row: run.row, columns: west...(hole.lowerBound - 1))) }
        west = hole.upperBound + 1
        cut += 1
      }
      if west <= run.columns.upperBound { rest.append(Run(row: run.row, columns: west...run.columns.upperBound)) }
    }
    return TileCover(zoom: zoom, sortedRuns: rest)
  }
}

extension TileCover.Run {
  /// Whether the run lies wholly before a column of a row, in the order of runs.
  fileprivate func ends(before column: UInt32, inRow row: UInt32) -> Bool {
    (self.row, columns.upperBound) < (row, column)
  }
}
