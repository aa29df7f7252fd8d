/// The distances from the four edges of a view, in points.
public struct ScreenPadding: Sendable, Hashable, Codable {
  /// The distance from the top edge, in points.
  public var top: Double
  /// The distance from the left edge, in points.
  public var left: Double
  /// The distance from the bottom edge, in points.
  public var bottom: Double
  /// The distance from the right edge, in points.
  public var right: Double

  /// Padding that is zero on all edges.
  public static let zero = ScreenPadding(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates padding from four distances, in points, in the order that UIKit uses. CSS uses a different order: top,
  /// right, bottom, left.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates padding that has the given width, in points, on all four edges.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// Returns padding in which each distance is the sum of the two corresponding distances.
  public static func + (a: ScreenPadding, b: ScreenPadding) -> ScreenPadding {
    ScreenPadding(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// The offset from the center of a view to the center of the area inside the padding, in points.
  public var shift: ScreenPoint { ScreenPoint(x: (left - right) / 2, y: (top - bottom) / 2) }

  var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
