import MapMath

/// Which zoom is that: from a span in a turned view, a zoom scale, a distance, a level of other tiles.
public struct ZoomQuestion: CameraQuestion {
  /// The names that may be given.
  public static let names = GivenScale.names + ["latitude", "viewport", "insets", "bearing"]

  private let zoom: Zoom
  /// The zoom scale, in every digit that was given.
  private let zoomScale: Double
  private let tileSize: Double
  private let view: GivenView
  private let latitude: Double?

  /// Reads the question.
  public init(_ given: Given) throws(QuestionError) {
    view = try GivenView(given)
    latitude = try given.number("latitude", .latitude)
    tileSize = try GivenScale.tileSize(given, default: 256)
    let scale = GivenScale(given: given, view: view, latitude: latitude, latitudeName: "latitude")
    zoom = try scale.zoom()
    zoomScale = try given.number("scale", .zoomScale) ?? zoom.scale
  }

  /// The zoom counted in tiles of the size asked and its sisters, Apple's tile level, and what a point spans.
  public func answer() -> Answer {
    var answer = Answer()
    answer.add("zoom", zoom.level(tileSize: tileSize), .level)
    answer.add("tileSize", tileSize, .points)
    answer.add(CameraForms.levels(zoom))
    answer.add("tileLevel", .whole(UInt64(Zoom.tileLevel(scale: zoomScale, tileSize: tileSize))))
    answer.add("zoomScale", zoomScale, .ratio)
    if let viewport = view.viewport {
      let box = viewport.uprightBox(bearing: view.bearing)
      answer.add("longitudeSpan", zoom.longitudeDelta(width: box.width), .span)
      answer.add("straightLongitudeSpan", zoom.longitudeDelta(width: viewport.uprightBox(bearing: 0).width), .span)
    }
    if let latitude {
      answer.add("metersPerPoint", .group(CameraForms.metersPerPoint(zoom, latitude: latitude)))
    }
    return answer
  }
}
