import OvertileExpressions

/// The form of padding: `40px` on all sides, or a mapping from sides to lengths.
enum PaddingRule {
  private static let points = Rule<Quantity>.quantity([.pixels], .from0(through: 32768))
  private static let top = Key("top", points, .standard("0px"), "The padding at the top edge, in points.")
  private static let right = Key("right", points, .standard("0px"), "The padding at the right edge, in points.")
  private static let bottom = Key("bottom", points, .standard("0px"), "The padding at the bottom edge, in points.")
  private static let left = Key("left", points, .standard("0px"), "The padding at the left edge, in points.")

  private static let sides = Rule<CameraPreset.Padding>.mapping([
    top.erased, right.erased, bottom.erased, left.erased,
  ]) { (fields, _) throws(Incomplete) in
    CameraPreset.Padding(
      top: try fields(top).value, right: try fields(right).value, bottom: try fields(bottom).value,
      left: try fields(left).value)
  }

  static let rule = Rule<CameraPreset.Padding>(["anyOf": [points.schema, sides.schema]]) { node, log in
    let padding: CameraPreset.Padding?
    if case .mapping = node.content {
      padding = sides.read(node, &log)?.value
    } else {
      padding = points.read(node, &log).map {
        CameraPreset.Padding(top: $0.value.value, right: $0.value.value, bottom: $0.value.value, left: $0.value.value)
      }
    }
    return padding.map { Reading($0, canonical: "[\($0.top),\($0.right),\($0.bottom),\($0.left)]") }
  }
}
