/// A position in a view, in points: x right, y down, from the top left corner.
public struct ScreenPoint: Sendable, Hashable, Codable {
  /// Points to the right of the left edge.
  public var x: Double
  /// Points below the top edge.
  public var y: Double

  /// The top left corner. As an offset, it moves nothing.
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// Makes a position from points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }
}
