/// A position in a view, in points from the top left corner. The x coordinate increases to the right, and the y
/// coordinate increases downward.
public struct ScreenPoint: Sendable, Hashable, Codable {
  /// The distance from the left edge, in points.
  public var x: Double
  /// The distance from the top edge, in points.
  public var y: Double

  /// The top left corner of a view, or an offset of zero.
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// Creates a position from the distances from the left and top edges, in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }
}
