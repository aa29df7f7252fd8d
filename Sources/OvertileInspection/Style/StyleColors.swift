/// The colors of a style, which differ for people who see few colors, too: see the tests.
struct StyleColors {
  /// The color behind everything.
  let background: String
  /// The color of texts.
  let text: String
  /// The colors of layers, in their order; then they begin again.
  let layers: [String]

  /// The colors for a light or a dark background.
  init(isDark: Bool) {
    background = isDark ? "#0f1720" : "#f2f5f7"
    text = isDark ? "#e8eef3" : "#16212b"
    layers =
      isDark
      ? ["#1fd79a", "#4c88ff", "#e0601f", "#a868b5", "#f7df2a", "#dcecff"]
      : ["#1b967c", "#2458e6", "#9c2f17", "#6b1188", "#b58300", "#2c323c"]
  }
}
