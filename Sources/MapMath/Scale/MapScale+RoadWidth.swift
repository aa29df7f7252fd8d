extension MapScale {
  /// Returns the width of a road, in map points, at the given zoom scale, as MapKit computes it. The zoom scale is the
  /// number of screen points per map point.
  ///
  /// The result is the width of the road in screen points, divided by the zoom scale. At a scale of 1 or more, the road
  /// is 21 screen points wide. At scales of 1/2, 1/4, 1/8, 1/16, 1/32, and 1/64, it is 16, 15, 12, 11, 9, and 7 screen
  /// points wide. A scale between these uses the width for the nearest zoom level. The widths are recorded values of
  /// `MKRoadWidthAtZoomScale`. Below a scale of 1/64, where no values are recorded, the road is 7 screen points wide.
  /// For a scale of 0 or less, the result is infinity.
  public static func roadWidth(zoomScale: Double) -> Double {
    guard zoomScale > 0 else { return .infinity }
    let widths = [21.0, 16, 15, 12, 11, 9, 7]
    let levelsBelow = -(log2(zoomScale) + 0.5).rounded(.down)
    return widths[Int(min(max(levelsBelow, 0), 6))] / zoomScale
  }
}
