import MapMath
import OvertileConfiguration
import OvertileShapes

/// The shapes of a layer in canonical order, read from the columns of its rows.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
final class LayerShapes: ShapeSource {
  /// The shapes as they were read.
  let columns: ShapeColumns
  /// Per shape: its index in the columns.
  private let order: [UInt32]

  /// Orders the shapes of some columns.
  ///
  /// - Parameter order: per shape: its index in the columns.
  init(_ columns: ShapeColumns, order: [UInt32]) { (self.columns, self.order) = (columns, order) }

  /// Orders the shapes of some columns along a curve, for what does not depend on their order.
  convenience init(alongCurve columns: ShapeColumns) {
    self.init(columns, order: ShapeBlocks(columns, order: (0..<UInt32(columns.count)).map { $0 }).order)
  }

  /// The number of shapes.
  var count: Int { order.count }

  /// A shape by its index.
  subscript(index: Int) -> WorldGeometry { columns[Int(order[index])] }

  func kind(_ index: Int) -> WorldGeometry.Kind { columns.kind(Int(order[index])) }
  func positionCount(_ index: Int) -> Int { columns.positionCount(Int(order[index])) }
  func bounds(_ index: Int) -> WorldBounds? { columns.bounds(Int(order[index])) }
  func read(_ index: Int, into shape: inout WorldGeometry) { columns.read(Int(order[index]), into: &shape) }

  /// Some of the shapes, by their indices.
  func selected(_ indices: ArraySlice<Int32>) -> LayerShapes {
    LayerShapes(columns, order: indices.map { order[Int($0)] })
  }

  /// The blocks in which the shapes can be simplified.
  ///
  /// - Parameter enough: the positions from which on a block gets no further group of shapes.
  func blocks(enough: Int = ShapeBlocks.enoughPositions) -> ShapeBlocks {
    ShapeBlocks(columns, order: order, enough: enough)
  }

  /// The shapes, divided into jobs: in some order of their indices, or in the order of the columns.
  func jobs(inOrder indices: [UInt32]? = nil) -> ShapeJobs {
    ShapeJobs(order: indices ?? readingOrder, positionCount: positionCount)
  }

  /// The indices of the shapes in the order of the columns.
  private var readingOrder: [UInt32] {
    // Some columns are those of shapes that are left out.
    var indices = [UInt32?](repeating: nil, count: columns.count)
    for (index, column) in order.enumerated() { indices[Int(column)] = UInt32(index) }
    return indices.compactMap(\.self)
  }

  /// The index of a shape in the columns.
  func columnIndex(_ index: Int) -> Int { Int(order[index]) }

  /// Calls a closure with every shape in the order of the columns, in which they are next to each other in memory.
  func visitColumns(_ body: (WorldGeometry) -> Void) {
    var shape = WorldGeometry(kind: .points)
    for index in 0..<columns.count {
      columns.read(index, into: &shape)
      body(shape)
    }
  }

  /// The kind of each shape.
  var kinds: some Sequence<WorldGeometry.Kind> { (0..<count).lazy.map(kind) }

  /// The number of positions of all shapes.
  var positionCount: Int { (0..<columns.count).reduce(0) { $0 + columns.positionCount($1) } }
}

extension WorldBox {
  /// The box of the geometries of a layer that some zoom shows, or nil if there are none.
  init?(_ shapes: LayerShapes, without neverShown: NeverShown) {
    let columns = shapes.columns
    let all = (0..<UInt32(columns.count)).lazy.filter(neverShown.shows).compactMap { columns.bounds(Int($0)) }
    guard let bounds = all.reduce(nil, { $0?.union($1) ?? $1 }) else { return nil }
    (west, north, east, south) = (bounds.minX, bounds.minY, bounds.maxX, bounds.maxY)
  }
}

extension ShapeLayer {
  /// The largest deviation that simplification may cause at a zoom, in world grid units.
  func toleranceWorldUnits(zoom: Int) -> Double {
    tolerancePixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }
}

extension LayerShapes {
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
