import MapMath
import OvertileBundleFormat
import OvertileCircles
import OvertileConfiguration
import OvertileShapes

/// The first zoom after which a layer shows nothing new, only more detail: the last zoom of `zooms: 0-auto`.
///
/// It depends on the features and the configuration only.
/// - A point is exact enough once a unit of its tile is at most 2.5 m: zoom 12 with an extent of 4096.
/// - Clusters: none is left but those of points at one position, and the rule for points holds.
/// - Circles: each is drawn as configured, neither as a dot nor hidden, and has a radius of at least 64 pixels, so that
///   its outline stays round when it is overzoomed. Without outlines the rule for points holds instead.
/// - Shapes: simplifying removes at most one position in a hundred, those of shapes that are too small included; every
///   shape is shown that a later zoom would show; the grid of tiles keeps the form of shapes with 99 of 100 positions, which have a
///   side of at least 64 units; and the rule for points holds if there are any.
enum CompleteZoom {
  /// The largest size in meters, at the equator, of a tile unit that is exact enough for a point.
  private static let pointUnitMeters = 2.5
  /// The radius in pixels from which an outline is round.
  static let roundPixels = 64.0
  /// The percentage of positions that simplifying leaves.
  private static let positionsPercent = 99

  /// The first zoom at which points are exact enough.
  static func ofPoints(_ grid: TileGrid) -> Int {
    let world = 40_075_016.685_578_488
    return (0...24).first { world / Double(UInt64(grid.extent) << UInt64($0)) <= pointUnitMeters } ?? 24
  }

  /// The first of some zooms after which circles show nothing new; nil if there is none.
  static func ofCircles(
    _ circles: [Circle], _ options: CircleLayer, in zooms: ClosedRange<Int>, _ grid: TileGrid
  ) -> Int? {
    guard options.radius.isSameAtEveryZoom else { return nil }
    let hasOutline = options.rules.draws(.ring) || options.dissolves
    var complete = hasOutline ? zooms.lowerBound : max(zooms.lowerBound, ofPoints(grid))
    for circle in circles {
      while complete <= zooms.upperBound {
        let pixels = circle.radiusPixels(zoom: complete, tileSize: Double(options.rules.tileSizePixels))
        if isComplete(options.rules.appearance(radiusPixels: pixels, zoom: complete), pixels, hasOutline) { break }
        complete += 1
      }
    }
    return complete <= zooms.upperBound ? complete : nil
  }

  private static func isComplete(_ appearance: CircleAppearance, _ pixels: Double, _ hasOutline: Bool) -> Bool {
    switch appearance {
    case .full: !hasOutline || pixels >= roundPixels
    // The circle was shown at earlier zooms, and is shown at none after.
    case .noLonger: true
    case .notYet, .dot: false
    }
  }

  /// Whether shapes with so many positions are complete at a zoom that shows the second number of them.
  static func isComplete(positions shown: Int, of all: Int) -> Bool {
    shown * 100 >= all * positionsPercent
  }
}

extension OrderedShapes {
  /// The side in units of a tile from which on its grid keeps a shape's form: rounding moves a position by at most half a
  /// unit, less than one part in a hundred of that side.
  private static let formUnits = 64.0

  /// The first of some zooms at which the grid of tiles keeps the form of shapes with 99 of 100 positions; nil if
  /// there is none. O(positions).
  func firstKeepingForms(in zooms: ClosedRange<Int>, _ grid: TileGrid) -> Int? {
    var positions = [Int](repeating: 0, count: zooms.count)
    var all = 0
    visitColumns { shape in
      guard shape.kind != .points, let side = shape.bounds?.longerSide else { return }
      all += shape.x.count
      let first = zooms.first { side >= Self.formUnits * Double(WorldGrid.tileSide(zoom: $0)) / Double(grid.extent) }
      if let first { positions[first - zooms.lowerBound] += shape.x.count }
    }
    var kept = 0
    for zoom in zooms {
      kept += positions[zoom - zooms.lowerBound]
      if CompleteZoom.isComplete(positions: kept, of: all) { return zoom }
    }
    return nil
  }
}
