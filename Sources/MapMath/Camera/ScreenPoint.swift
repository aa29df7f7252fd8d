/// A position in a view, in points: x right, y down, from the top left corner.
public struct ScreenPoint: Sendable, Hashable, Codable {
  /// Points to the right of the left edge.
  public var x: Double
  /// Points below the top edge.
  public var y: Double

  /// The top left corner, and as an offset: no move.
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// Makes a position from points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }
}

/// Distances in points from the four edges of a view, in the order top, left, bottom, right.
public struct EdgeInsets: Sendable, Hashable, Codable {
  /// Points from the top edge.
  public var top: Double
  /// Points from the left edge.
  public var left: Double
  /// Points from the bottom edge.
  public var bottom: Double
  /// Points from the right edge.
  public var right: Double

  /// No insets.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Makes insets in the native order. The web writes top, right, bottom, left: use the labels.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes insets that are the same on all four edges.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// The sums edge by edge.
  public static func + (a: EdgeInsets, b: EdgeInsets) -> EdgeInsets {
    EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// How far the middle moves from the middle of the view, in points.
  public var shift: ScreenPoint { ScreenPoint(x: (left - right) / 2, y: (top - bottom) / 2) }

  var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
