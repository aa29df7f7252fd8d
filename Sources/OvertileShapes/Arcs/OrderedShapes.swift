import MapMath

/// Shapes in an order, read from columns one after the other: no more than one of them need be in memory by itself.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
package final class OrderedShapes: Sendable {
  /// The shapes as they were read.
  package let columns: ShapeColumns
  /// Per shape: its index in the columns.
  private let order: [UInt32]

  /// Orders the shapes of some columns, or some of them.
  ///
  /// - Parameter order: per shape: its index in the columns.
  package init(_ columns: ShapeColumns, order: [UInt32]) { (self.columns, self.order) = (columns, order) }

  /// Orders the shapes of some columns along a curve, for what does not depend on their order.
  package convenience init(alongCurve columns: ShapeColumns) {
    let asRead = OrderedShapes(columns, order: (0..<UInt32(columns.count)).map { $0 })
    self.init(columns, order: ShapeBlocks(asRead).order)
  }

  /// The number of shapes.
  package var count: Int { order.count }

  /// A shape by its index.
  package subscript(index: Int) -> WorldGeometry { columns[columnIndex(index)] }

  /// The kind of a shape.
  package func kind(_ index: Int) -> WorldGeometry.Kind { columns.kind(columnIndex(index)) }

  /// The number of positions of a shape.
  package func positionCount(_ index: Int) -> Int { columns.positionCount(columnIndex(index)) }

  /// The smallest rectangle around a shape; nil if it has no positions. O(its positions).
  package func bounds(_ index: Int) -> WorldBounds? { columns.bounds(columnIndex(index)) }

  /// Reads a shape in place of another, whose memory serves it. O(its positions).
  package func read(_ index: Int, into shape: inout WorldGeometry) { columns.read(columnIndex(index), into: &shape) }

  /// The index of a shape in the columns.
  @inline(__always)
  package func columnIndex(_ index: Int) -> Int { Int(order[index]) }

  /// Some of the shapes, by their indices.
  package func selected(_ indices: ArraySlice<UInt32>) -> OrderedShapes {
    OrderedShapes(columns, order: indices.map { order[Int($0)] })
  }

  /// The indices of the shapes in the order of the columns.
  package var readingOrder: [UInt32] {
    // Some columns are those of shapes that are left out.
    var indices = [UInt32?](repeating: nil, count: columns.count)
    for (index, column) in order.enumerated() { indices[Int(column)] = UInt32(index) }
    return indices.compactMap(\.self)
  }

  /// Calls a closure with every shape in the order of the columns, in which they are next to each other in memory.
  package func visitColumns(_ body: (WorldGeometry) -> Void) {
    var shape = WorldGeometry(kind: .points)
    for index in 0..<columns.count {
      columns.read(index, into: &shape)
      body(shape)
    }
  }

  /// The kind of each shape.
  package var kinds: some Sequence<WorldGeometry.Kind> { (0..<count).lazy.map(kind) }

  /// The number of positions of all shapes.
  package var positionCount: Int { (0..<columns.count).reduce(0) { $0 + columns.positionCount($1) } }
}
