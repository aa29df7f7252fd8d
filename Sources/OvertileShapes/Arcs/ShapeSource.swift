import MapMath

/// Shapes that are read one after the other, so that no more than one of them need be in memory by itself.
package protocol ShapeSource: Sendable {
  /// The number of shapes.
  var count: Int { get }
  /// The kind of a shape.
  func kind(_ index: Int) -> WorldGeometry.Kind
  /// The number of positions of a shape.
  func positionCount(_ index: Int) -> Int
  /// The smallest rectangle around a shape; nil if it has no positions. O(its positions).
  func bounds(_ index: Int) -> WorldBounds?
  /// Reads a shape in place of another, whose memory serves it. O(its positions).
  func read(_ index: Int, into shape: inout WorldGeometry)
}

extension [WorldGeometry]: ShapeSource {
  package func kind(_ index: Int) -> WorldGeometry.Kind { self[index].kind }
  package func positionCount(_ index: Int) -> Int { self[index].x.count }
  package func bounds(_ index: Int) -> WorldBounds? { self[index].bounds }
  package func read(_ index: Int, into shape: inout WorldGeometry) { shape = self[index] }
}

extension ShapeColumns: ShapeSource {}

/// Some shapes of columns, in an order of their own.
package struct SelectedShapes: ShapeSource {
  private let columns: ShapeColumns
  private let indices: [UInt32]

  /// Selects shapes by their indices in columns.
  package init(_ columns: ShapeColumns, _ indices: [UInt32]) { (self.columns, self.indices) = (columns, indices) }

  package var count: Int { indices.count }
  package func kind(_ index: Int) -> WorldGeometry.Kind { columns.kind(Int(indices[index])) }
  package func positionCount(_ index: Int) -> Int { columns.positionCount(Int(indices[index])) }
  package func bounds(_ index: Int) -> WorldBounds? { columns.bounds(Int(indices[index])) }
  package func read(_ index: Int, into shape: inout WorldGeometry) { columns.read(Int(indices[index]), into: &shape) }
}
