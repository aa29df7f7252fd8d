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
