import MapMath

/// What is this camera in the other kits.
public struct ConvertQuestion: CameraQuestion {
  /// The names that may be given.
  public static let names = GivenCamera.names

  private let forms: CameraForms

  /// Reads the question.
  public init(_ given: Given) throws(QuestionError) {
    let reader = try GivenCamera(given)
    let camera = try reader.camera()
    let tileSize = try GivenScale.tileSize(given, default: 256)
    forms = CameraForms(
      camera: camera, viewport: reader.view.viewport, tileSize: tileSize, note: try reader.note())
  }

  /// The camera in all forms.
  public func answer() throws(QuestionError) -> Answer { try forms.answer() }
}
