import MapMath
import OvertileCore
import OvertileShapes

extension ShapeOverlays {
  /// The shapes that no zoom shows: too small, left with nothing by the grid of the tiles, or left out by a filter.
  ///
  /// O(vertices): a shape is only cut to tiles here if its size does not tell that something of it stays at the last zoom.
  ///
  /// - Parameter sources: per shape, its index among those of the rows.
  func unshown(sources: Column<UInt32>) throws -> NeverShown {
    var items: [UInt32] = []
    try work.forEach(jobs) { engine, job in
      try unshown(of: job, engine)
    } consume: {
      items += $0
    }
    return NeverShown(items.sorted(), rows: rows, sources: sources)
  }

  private func unshown(of shapes: ArraySlice<UInt32>, _ engine: GeometryEngine) throws -> [UInt32] {
    var geometry = WorldGeometry(kind: .points)
    return try shapes.indices.filter { position in
      let index = Int(shapes[position])
      return try !isSurelyShown(index, &geometry) && !isShown(shapes[position...position], engine)
    }.map { shapes[$0] }
  }

  /// Whether some zoom shows a shape, found by cutting it: at the first zoom most are shown, and cheaply.
  private func isShown(_ shape: ArraySlice<UInt32>, _ engine: GeometryEngine) throws -> Bool {
    for zoom in zooms {
      if try cutShapes(shape, grid.cut(zoom: zoom), engine).hiddenCount == 0 { return true }
    }
    return false
  }

  /// Whether the size of a shape tells that it is shown: a marker shows it, or the last zoom, which simplifies nothing,
  /// keeps something of it in one tile.
  ///
  /// Rounding moves a position by less than a unit: a line of 4 units, or an area of twice its outline, stays.
  private func isSurelyShown(_ index: Int, _ geometry: inout WorldGeometry) -> Bool {
    let (first, last) = (zooms.lowerBound, zooms.upperBound)
    if options.small == .point, index < replacements.count, replacements[index] != nil,
      tags.zoomed.shows(row: rows[index], zoom: first)
    {
      return true
    }
    guard tags.zoomed.shows(row: rows[index], zoom: last), !sizes.isSmall(index, zoom: last) else { return false }
    shapes.read(index, into: &geometry)
    geometry = sizes.large(index, geometry, zoom: last)
    let unit = grid.worldUnits(zoom: last)
    switch geometry.kind {
    case .points: return !geometry.isEmpty
    case .lines: return geometry.ringEnds.indices.contains { geometry.longerSide(ofRing: $0) >= 8 * unit }
    case .polygons:
      let tiles = geometry.tileCount(side: unit * Double(grid.extent))
      // In several tiles the largest part counts, whose outline may also run around its tile.
      let edges = tiles > 1 ? 4 * Double(grid.extent + 2 * grid.buffer) : 0
      return geometry.area / (unit * unit) / tiles > 2 * (geometry.length / unit + edges) + 16
    }
  }
}

extension WorldGeometry {
  /// The tiles that the box touches.
  fileprivate func tileCount(side: Double) -> Double {
    guard let bounds else { return 1 }
    func count(_ low: Double, _ high: Double) -> Double {
      (high / side).rounded(.down) - (low / side).rounded(.down) + 1
    }
    return count(bounds.minX, bounds.maxX) * count(bounds.minY, bounds.maxY)
  }
}
