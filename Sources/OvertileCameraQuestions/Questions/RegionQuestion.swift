import MapMath

/// Which region is that: of a camera in a view, of distances around a place, of a rectangle.
public struct RegionQuestion: CameraQuestion {
  /// The names that may be given.
  public static let names = GivenCamera.names

  private enum Subject {
    case region(Region, MapRect?)
    case camera(Camera, Viewport, note: String?)
  }

  private let subject: Subject
  private let view: GivenView
  private let padding: EdgeInsets

  /// Reads the question.
  public init(_ given: Given) throws(QuestionError) {
    let reader = try GivenCamera(given)
    view = reader.view
    padding = reader.padding
    if !GivenScale.isGiven(in: given), !given.has("center"), !given.has("map-point"),
      let rect = try GivenArea.mapRect(given)
    {
      guard rect.width > 0, rect.height > 0 else {
        throw try GivenArea.wrong(given, "a rectangle with a width and a height on the map, which a region needs")
      }
      subject = .region(Region(rect), rect)
    } else if let region = try Self.region(given, reader) {
      subject = .region(region, nil)
    } else {
      let camera = try reader.camera()
      subject = .camera(camera, try reader.view.needed(given, for: "a region"), note: try reader.note())
    }
  }

  /// The region of both spans, or of both distances, around a place: no view has a say in it.
  private static func region(_ given: Given, _ reader: GivenCamera) throws(QuestionError) -> Region? {
    guard let place = try reader.place(),
      let spans = try GivenScale(given: given, view: reader.view, latitude: place.latitude).spans(),
      let latitude = spans.latitude, let longitude = spans.longitude
    else { return nil }
    if let area = GivenArea.names.first(where: given.has) { _ = try given.one(of: ["center", "map-point", area]) }
    return Region(center: place, span: Region.Span(latitudeDelta: latitude, longitudeDelta: longitude))
  }

  /// Center, span, rectangle, bounds and distances; with a view also its corners and the zooms.
  public func answer() throws(QuestionError) -> Answer {
    switch subject {
    case .camera(let camera, let viewport, let note):
      let region = try QuestionError.translating { () throws(CameraError) in try camera.region(in: viewport) }
      var answer = try RegionForms(region).answer(also: note)
      let forms = CameraForms(camera: camera, viewport: viewport, tileSize: 256)
      answer.add("corners", .group(try forms.corners(viewport)))
      return answer
    case .region(let region, let rect):
      let forms = try RegionForms(region, of: rect)
      var answer = forms.answer()
      if let viewport = view.viewport, let zoom = zoom(showing: forms.rect, in: viewport) {
        answer.add("zoomsThatShowIt", .group(CameraForms.levels(zoom)))
      }
      return answer
    }
  }

  /// The greatest zoom that shows a rectangle in a turned view; nil where none does within +-64.
  private func zoom(showing rect: MapRect, in viewport: Viewport) -> Zoom? {
    var fit = CameraFit(in: viewport)
    fit.bearing = view.bearing
    fit.pitch = view.pitch
    fit.cameraPadding = padding
    fit.maximumZoom512 = 64
    guard rect.width > 0 || rect.height > 0, let camera = try? fit.camera(showing: .rect(rect)) else { return nil }
    return Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize)
  }
}
