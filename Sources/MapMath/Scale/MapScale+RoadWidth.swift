#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension MapScale {
  /// The width in map points of a road drawn at a zoom scale (screen points per map point), as MapKit gives it.
  ///
  /// A width in screen points from a table by whole levels below scale 1, divided by the scale; the nearest level counts.
  /// The table is 21, 16, (14), 12, (10), 9: values in parentheses are not recorded; whole as the others are, they lie
  /// halfway between their neighbours, or next below. Below 1/32 the last one stays, which is a choice too. A scale of 0 or less gives infinity.
  /// Source: recorded values of MKRoadWidthAtZoomScale.
  public static func roadWidth(zoomScale: Double) -> Double {
    guard zoomScale > 0 else { return .infinity }
    let widths = [21.0, 16, 14, 12, 10, 9]
    let levelsBelow = -(log2(zoomScale) + 0.5).rounded(.down)
    return widths[Int(min(max(levelsBelow, 0), 5))] / zoomScale
  }
}
