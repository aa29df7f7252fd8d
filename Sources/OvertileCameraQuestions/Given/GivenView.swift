import MapMath

/// The view that a question is about, where one is given, and how the map in it is turned and tilted.
struct GivenView {
  static let names = ["viewport", "insets", "bearing", "pitch"]

  /// The view; nil when none is given.
  let viewport: Viewport?
  /// Degrees clockwise from north.
  let bearing: Double
  /// Degrees from straight down.
  let pitch: Double

  init(_ given: Given) throws(QuestionError) {
    let insets = try given.insets("insets")
    let size = try given.size("viewport")
    viewport = size.map { Viewport(width: $0.width, height: $0.height, insets: insets) }
    bearing = try given.number("bearing", .bearing) ?? 0
    pitch = try given.number("pitch", .pitch) ?? 0
    guard let size else { return }
    guard insets.left + insets.right < size.width, insets.top + insets.bottom < size.height else {
      let name = QuestionError.name("insets")
      throw QuestionError(.badQuestion, "\(name) leave nothing of the \(QuestionError.name("viewport"))")
    }
  }

  /// The view, which something needs.
  func needed(_ given: Given, for reason: String) throws(QuestionError) -> Viewport {
    guard let viewport else { throw given.missing(["viewport"], "\(reason) needs the size of the view") }
    return viewport
  }
}

extension QuestionError {
  init(_ error: CameraError) {
    if case .tooManyTiles(let limit) = error {
      self.init(.tooManyTiles, "the view shows more than \(limit) tiles: raise \(QuestionError.name("limit"))")
    } else {
      self.init(.noAnswer, error.description)
    }
  }

  /// Runs a computation on cameras.
  static func translating<Answer>(_ body: () throws(CameraError) -> Answer) throws(QuestionError) -> Answer {
    do {
      return try body()
    } catch {
      throw QuestionError(error)
    }
  }
}
