extension MapScale {
  /// Returns the width of a road, in map points, at a zoom scale in screen points per map point, as MapKit computes it.
  ///
  /// The result is a width in screen points divided by the zoom scale. At a scale of 1 or more, this width is 21 screen
  /// points. At the next whole zoom levels below a scale of 1, the widths are 16, 15, 12, 11, 9, and 7 screen points,
  /// and other scales use the nearest level. Below a scale of 1/64, the width is 7 screen points, because no values are
  /// recorded there. For a scale of 0 or less, the result is infinity. Source: recorded values of
  /// `MKRoadWidthAtZoomScale`.
  public static func roadWidth(zoomScale: Double) -> Double {
    guard zoomScale > 0 else { return .infinity }
    let widths = [21.0, 16, 15, 12, 11, 9, 7]
    let levelsBelow = -(log2(zoomScale) + 0.5).rounded(.down)
    return widths[Int(min(max(levelsBelow, 0), 6))] / zoomScale
  }
}
