import MapMath

/// Finds the region of a camera in a view, of distances around a coordinate, or of a rectangle.
package struct RegionQuery: CameraQuery {
  /// The names of its parameters.
  package static let names = CameraParameters.names

  private enum Subject {
    case region(Region, MapRect?)
    case camera(Camera, MapViewport, note: String?)
  }

  private let subject: Subject
  private let view: ViewParameters
  private let padding: ScreenPadding

  /// Reads the query.
  package init(_ parameters: QueryParameters) throws(QueryError) {
    let reader = try CameraParameters(parameters)
    view = reader.view
    padding = reader.padding
    if !ScaleParameters.isGiven(in: parameters), !parameters.has("center"), !parameters.has("map-point"),
      let rect = try AreaParameters.mapRect(parameters)
    {
      guard rect.width > 0, rect.height > 0 else {
        throw try AreaParameters.wrong(
          parameters, "a rectangle with a width and a height on the map, which a region needs")
      }
      subject = .region(Region(rect), rect)
    } else if let region = try Self.region(parameters, reader) {
      subject = .region(region, nil)
    } else {
      let camera = try reader.camera()
      subject = .camera(camera, try reader.view.needed(parameters, for: "a region"), note: try reader.note())
    }
  }

  /// The region of both spans, or of both distances, around a coordinate: independent of any view.
  private static func region(_ parameters: QueryParameters, _ reader: CameraParameters) throws(QueryError) -> Region? {
    guard let coordinate = try reader.center(),
      let spans = try ScaleParameters(parameters: parameters, view: reader.view, latitude: coordinate.latitude).spans(),
      let latitude = spans.latitude, let longitude = spans.longitude
    else { return nil }
    if let area = AreaParameters.names.first(where: parameters.has) {
      _ = try parameters.one(of: ["center", "map-point", area])
    }
    return Region(center: coordinate, span: Region.Span(latitudeDelta: latitude, longitudeDelta: longitude))
  }

  /// Center, span, rectangle, bounds and distances; with a view also its corners and the zooms.
  package func result() throws(QueryError) -> QueryResult {
    switch subject {
    case .camera(let camera, let viewport, let note):
      let region = try QueryError.translating { () throws(CameraError) in try camera.region(in: viewport) }
      var result = try RegionForms(region).result(also: note)
      let forms = CameraForms(camera: camera, viewport: viewport, tileSize: 256)
      result.add("corners", .group(try forms.corners(viewport)))
      return result
    case .region(let region, let rect):
      let forms = try RegionForms(region, of: rect)
      var result = forms.result()
      if let viewport = view.viewport, let zoom = zoom(showing: forms.rect, in: viewport) {
        result.add("zoomsThatShowIt", .group(CameraForms.levels(zoom)))
      }
      return result
    }
  }

  /// The greatest zoom that shows a rectangle in a turned view; nil if none does within +-64.
  private func zoom(showing rect: MapRect, in viewport: MapViewport) -> Zoom? {
    var fit = CameraFit(in: viewport)
    fit.bearing = view.bearing
    fit.pitch = view.pitch
    fit.cameraPadding = padding
    fit.maximumZoom512 = 64
    guard rect.width > 0 || rect.height > 0, let camera = try? fit.camera(showing: .rect(rect)) else { return nil }
    return Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize)
  }
}
