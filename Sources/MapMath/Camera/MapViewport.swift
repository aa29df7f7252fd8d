/// The size of a map view, and the parts of the view that are always covered, such as the part under a status bar.
public struct MapViewport: Sendable, Hashable, Codable {
  /// The width of the view, in points. The width must be greater than 0.
  public var width: Double
  /// The height of the view, in points. The height must be greater than 0.
  public var height: Double
  /// The space at each edge of the view that other content covers, in points. Like a camera's padding, these insets
  /// shift the center of the map.
  public var insets: ScreenPadding

  /// Creates a viewport from a width, a height, and insets, in points. The values are not checked.
  public init(width: Double, height: Double, insets: ScreenPadding = .zero) {
    self.width = width
    self.height = height
    self.insets = insets
  }

  /// Whether the width and height are finite and greater than zero, and the insets are finite.
  public var isValid: Bool {
    width > 0 && height > 0 && width.isFinite && height.isFinite && insets.isFinite
  }

  /// The center of the whole view. The insets do not affect this position.
  public var middle: ScreenPoint { ScreenPoint(x: width / 2, y: height / 2) }

  /// The part inside insets, the viewport's own included. Sides may be negative: then nothing is left.
  func area(within padding: ScreenPadding) -> ScreenBox {
    let all = insets + padding
    return ScreenBox(minX: all.left, minY: all.top, maxX: width - all.right, maxY: height - all.bottom)
  }
}

/// A rectangle in a view, in points.
struct ScreenBox {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  var width: Double { maxX - minX }
  var height: Double { maxY - minY }
  var middle: ScreenPoint { ScreenPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// The factor by which this can grow and still fit into an area; infinite for a point, negative if there is no space.
  func growth(into area: ScreenBox) -> Double {
    min(area.width / width, area.height / height)
  }

  mutating func include(_ point: ScreenPoint) {
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }
}
