import MapMath

/// Finds the zoom of a span in a turned view, a zoom scale, a distance, or a level of other tiles.
package struct ZoomQuery: CameraQuery {
  /// The names of its parameters.
  package static let names = ScaleParameters.names + ["latitude", "viewport", "insets", "bearing"]

  private let zoom: Zoom
  /// The zoom scale, in every digit that was set.
  private let zoomScale: Double
  private let tileSize: Double
  private let view: ViewParameters
  private let latitude: Double?

  /// Reads the query.
  package init(_ parameters: QueryParameters) throws(QueryError) {
    view = try ViewParameters(parameters)
    latitude = try parameters.number("latitude", .latitude)
    tileSize = try ScaleParameters.tileSize(parameters, default: 256)
    let scale = ScaleParameters(parameters: parameters, view: view, latitude: latitude, latitudeName: "latitude")
    zoom = try scale.zoom()
    zoomScale = try parameters.number("scale", .zoomScale) ?? zoom.scale
  }

  /// The zoom counted in tiles of the requested size and of other sizes, Apple's tile level, and the ground distance of
  /// a point.
  package func result() -> QueryResult {
    var result = QueryResult()
    result.add("zoom", zoom.level(tileSize: tileSize), .level)
    result.add("tileSize", tileSize, .points)
    result.add(CameraForms.levels(zoom))
    result.add("tileLevel", .whole(UInt64(Zoom.tileLevel(scale: zoomScale, tileSize: tileSize))))
    result.add("zoomScale", zoomScale, .ratio)
    if let viewport = view.viewport {
      let box = viewport.uprightBox(bearing: view.bearing)
      result.add("longitudeSpan", zoom.longitudeDelta(width: box.width), .span)
      result.add("straightLongitudeSpan", zoom.longitudeDelta(width: viewport.uprightBox(bearing: 0).width), .span)
    }
    if let latitude {
      result.add("metersPerPoint", .group(CameraForms.metersPerPoint(zoom, latitude: latitude)))
    }
    return result
  }
}
