import MapMath
import OvertileShapes

/// The shapes of a layer in canonical order, read from the columns of its rows.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
final class LayerShapes: Sendable {
  private let columns: ShapeColumns
  /// Per shape: its index in the columns.
  private let order: [UInt32]

  /// Orders the shapes of some columns.
  ///
  /// - Parameter order: per shape: its index in the columns.
  init(_ columns: ShapeColumns, order: [UInt32]) { (self.columns, self.order) = (columns, order) }

  /// The number of shapes.
  var count: Int { order.count }

  /// A shape by its index.
  subscript(index: Int) -> WorldGeometry { columns[Int(order[index])] }

  /// Reads a shape in place of another, whose memory serves it.
  func read(_ index: Int, into shape: inout WorldGeometry) { columns.read(Int(order[index]), into: &shape) }

  /// Calls a closure with every shape, in order.
  func visit(_ body: (WorldGeometry) -> Void) {
    var shape = WorldGeometry(kind: .points)
    for index in 0..<count {
      read(index, into: &shape)
      body(shape)
    }
  }

  /// All shapes, each with its own memory.
  var all: [WorldGeometry] { order.map { columns[Int($0)] } }

  /// The kind of each shape.
  var kinds: some Sequence<WorldGeometry.Kind> { order.lazy.map { [columns] in columns.kind(Int($0)) } }

  /// The number of positions of each shape.
  var positionCounts: some RandomAccessCollection<Int> {
    order.lazy.map { [columns] in columns.positionCount(Int($0)) }
  }
}
