import MapMath
import OvertileCore
import OvertileShapes

/// The items of a layer that no zoom shows: what the manifest, the archives and the cameras say of the layer leaves them out.
struct NeverShown: Sendable {
  /// Their points or shapes among those of the rows.
  private(set) var sources: Set<UInt32> = []
  /// The rows all of whose items no zoom shows, ascending.
  private(set) var rows: [UInt32] = []

  /// Nothing: every item is shown at some zoom.
  static let none = NeverShown()

  private init() {}

  /// Items that no zoom shows, ascending.
  ///
  /// - Parameters:
  ///   - rows: per item, its row; items of a row are successive.
  ///   - sources: per item, its point or shape.
  init(_ items: [UInt32], rows: Column<UInt32>, sources: Column<UInt32>) {
    self.sources = Set(items.map { sources[Int($0)] })
    self.rows = CanonicalItems.hiddenRows(items, rows: rows).sorted()
  }

  /// Whether every item is shown at some zoom.
  var isEmpty: Bool { sources.isEmpty }

  /// Whether a point or shape of the rows is shown at some zoom.
  func shows(source: UInt32) -> Bool { sources.isEmpty || !sources.contains(source) }
}

extension CircleOverlays {
  /// The circles that no zoom shows: hidden by their size or by a filter, or beyond the edge of the map. O(circles) where most
  /// are shown.
  ///
  /// - Parameter sources: per circle, its point among those of the rows.
  func unshown(sources: Column<UInt32>) -> NeverShown {
    let items = (0..<UInt32(count)).filter { item in !zooms.contains { isShown(Int(item), zoom: $0) } }
    return NeverShown(items, rows: rows, sources: sources)
  }

  private func isShown(_ index: Int, zoom: Int) -> Bool {
    let circle = circles(atZoom: zoom)[index]
    guard tags.zoomed.shows(row: rows[index], zoom: zoom) else { return false }
    let appearance = visibility.appearance(
      radiusPixels: circle.radiusPixels(zoom: zoom, tileSize: tilePixels), zoom: zoom)
    if case .hidden = appearance { return false }
    // The tile of its center holds it, if the map does.
    if abs(circle.center.latitude) < 85 { return true }
    let isOutlineAlone = appearance == .full && classes != nil && !options.draw.contains(.center)
    return !circle.tiles(atZoom: zoom, scale: isOutlineAlone ? 1 : envelopeScale).isEmpty
  }
}

extension ShapeOverlays {
  /// The shapes that no zoom shows: too small, left with nothing by the grid of the tiles, or left out by a filter.
  ///
  /// O(vertices): a shape is only cut to tiles here if its size does not tell that something of it stays at the last zoom.
  ///
  /// - Parameter sources: per shape, its index among those of the rows.
  func unshown(sources: Column<UInt32>) throws -> NeverShown {
    var items: [UInt32] = []
    var next = (0..<jobs.count).makeIterator()
    try work.run(
      next: { next.next() },
      makeWorker: { try GeometryEngine() },
      work: { engine, job in try unshown(of: jobs[job], engine) },
      consume: { items += $0 })
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
      guard let cut = TileCut(zoom: zoom, extent: grid.extent, buffer: grid.buffer) else { continue }
      if try cutShapes(shape, cut, engine).hidden.isEmpty { return true }
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
    guard tags.zoomed.shows(row: rows[index], zoom: last) else { return false }
    if sizes?.isSmall(index, zoom: last) == true { return false }
    shapes.read(index, into: &geometry)
    if let sizes {
      geometry = sizes.large(index, geometry, zoom: last)
    } else if geometry.isSmaller(thanPixels: options.smallerThanPixels, zoom: last, tileSize: Self.tilePixels) {
      return false
    }
    let unit = grid.worldUnits(zoom: last)
    switch geometry.kind {
    case .points: return !geometry.isEmpty
    case .lines: return geometry.longestSide >= 8 * unit
    case .polygons:
      let tiles = geometry.tileCount(side: unit * Double(grid.extent))
      // In several tiles the largest part counts, whose outline may also run around its tile.
      let edges = tiles > 1 ? 4 * Double(grid.extent + 2 * grid.buffer) : 0
      return geometry.area / (unit * unit) / tiles > 2 * (geometry.outline / unit + edges) + 16
    }
  }
}

extension WorldGeometry {
  private func forEachRing(_ body: (Range<Int>) -> Void) {
    var start = 0
    for end in ringEnds {
      body(start..<end)
      start = end
    }
  }

  /// The longest side of the box of a line.
  fileprivate var longestSide: Double {
    var longest = 0.0
    forEachRing { ring in
      guard let west = x[ring].min(), let east = x[ring].max(), let north = y[ring].min(), let south = y[ring].max()
      else { return }
      longest = max(longest, east - west, south - north)
    }
    return longest
  }

  /// The tiles that the box touches.
  fileprivate func tileCount(side: Double) -> Double {
    guard let extent else { return 1 }
    func count(_ low: Double, _ high: Double) -> Double {
      (high / side).rounded(.down) - (low / side).rounded(.down) + 1
    }
    return count(extent.minX, extent.maxX) * count(extent.minY, extent.maxY)
  }

  /// The area of polygons, holes subtracted.
  fileprivate var area: Double {
    var sum = 0.0
    forEachRing { ring in
      guard var before = ring.last else { return }
      var own = 0.0
      for index in ring {
        own += x[before] * y[index] - x[index] * y[before]
        before = index
      }
      sum += own / 2
    }
    return abs(sum)
  }

  /// The length of all rings.
  fileprivate var outline: Double {
    var length = 0.0
    forEachRing { ring in
      guard var before = ring.last else { return }
      for index in ring {
        let (dx, dy) = (x[index] - x[before], y[index] - y[before])
        length += (dx * dx + dy * dy).squareRoot()
        before = index
      }
    }
    return length
  }
}
