/// Distances in points from the four edges of a view, in the order top, left, bottom, right.
public struct ScreenPadding: Sendable, Hashable, Codable {
  /// Points from the top edge.
  public var top: Double
  /// Points from the left edge.
  public var left: Double
  /// Points from the bottom edge.
  public var bottom: Double
  /// Points from the right edge.
  public var right: Double

  /// No padding.
  public static let zero = ScreenPadding(top: 0, left: 0, bottom: 0, right: 0)

  /// Makes padding in the native order. The web writes top, right, bottom, left: use the labels.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes padding that is the same on all four edges.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// The sums edge by edge.
  public static func + (a: ScreenPadding, b: ScreenPadding) -> ScreenPadding {
    ScreenPadding(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// The offset of the middle from the middle of the view, in points.
  public var shift: ScreenPoint { ScreenPoint(x: (left - right) / 2, y: (top - bottom) / 2) }

  var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
