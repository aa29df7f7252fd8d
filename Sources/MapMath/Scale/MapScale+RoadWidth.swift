extension MapScale {
  /// The width in map points of a road drawn at a zoom scale (screen points per map point), as MapKit computes it.
  ///
  /// A width in screen points from a table by whole levels below scale 1, divided by the scale; the nearest level counts.
  /// The table is 21, 16, 15, 12, 11, 9, 7. Below 1/64 the last one stays, which is a choice: nothing is recorded
  /// there. For a scale of 0 or less it is infinity. Source: recorded values of MKRoadWidthAtZoomScale.
  public static func roadWidth(zoomScale: Double) -> Double {
    guard zoomScale > 0 else { return .infinity }
    let widths = [21.0, 16, 15, 12, 11, 9, 7]
    let levelsBelow = -(log2(zoomScale) + 0.5).rounded(.down)
    return widths[Int(min(max(levelsBelow, 0), 6))] / zoomScale
  }
}
