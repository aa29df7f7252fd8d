import OvertileExpressions

/// The form of padding: `40px` on all sides, or a mapping from sides to lengths.
enum PaddingRule {
  private static let points = Rule<Quantity>.quantity([.pixels], .from0(through: 32768)).map(\.value)
  private static let top = Key("top", points, .standard("0px"), "The padding at the top edge, in points.")
  private static let right = Key("right", points, .standard("0px"), "The padding at the right edge, in points.")
  private static let bottom = Key("bottom", points, .standard("0px"), "The padding at the bottom edge, in points.")
  private static let left = Key("left", points, .standard("0px"), "The padding at the left edge, in points.")

  private static let sides = Rule<CameraPreset.Padding>.mapping([top, right, bottom, left]) { fields, _ in
    CameraPreset.Padding(
      top: try fields(top), right: try fields(right), bottom: try fields(bottom), left: try fields(left))
  }

  static let rule = points.map { CameraPreset.Padding(top: $0, right: $0, bottom: $0, left: $0) }
    .or(mapping: sides)
    .spelled { "[\($0.top),\($0.right),\($0.bottom),\($0.left)]" }
}
