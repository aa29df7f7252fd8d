import MapMath

/// The view of a query, if there is one, and how the map in it is turned and tilted.
struct ViewParameters {
  static let names = ["viewport", "insets", "bearing", "pitch"]

  /// The view; nil without one.
  let viewport: MapViewport?
  /// Degrees clockwise from north.
  let bearing: Double
  /// Degrees from straight down.
  let pitch: Double

  init(_ parameters: QueryParameters) throws(QueryError) {
    let insets = try parameters.insets("insets")
    let size = try parameters.size("viewport")
    viewport = size.map { MapViewport(width: $0.width, height: $0.height, insets: insets) }
    bearing = try parameters.number("bearing", .bearing) ?? 0
    pitch = try parameters.number("pitch", .pitch) ?? 0
    guard let size else { return }
    guard insets.left + insets.right < size.width, insets.top + insets.bottom < size.height else {
      let name = QueryError.name("insets")
      throw QueryError(.badQuery, "\(name) leave nothing of the \(QueryError.name("viewport"))")
    }
  }

  /// The view, which is required here.
  func needed(_ parameters: QueryParameters, for reason: String) throws(QueryError) -> MapViewport {
    guard let viewport else { throw parameters.missing(["viewport"], "\(reason) needs the size of the view") }
    return viewport
  }
}

extension QueryError {
  init(_ error: CameraError) {
    if case .tooManyTiles(let limit) = error {
      self.init(.tooManyTiles, "the view shows more than \(limit) tiles: raise \(QueryError.name("limit"))")
    } else {
      self.init(.noResult, error.description)
    }
  }

  /// Runs a computation on cameras.
  static func translating<Value>(_ body: () throws(CameraError) -> Value) throws(QueryError) -> Value {
    do {
      return try body()
    } catch {
      throw QueryError(error)
    }
  }
}
