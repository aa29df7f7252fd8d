import MapMath

/// Converts a camera to the other kits.
package struct ConvertQuery: CameraQuery {
  /// The names of its parameters.
  package static let names = CameraParameters.names

  private let forms: CameraForms

  /// Reads the query.
  package init(_ parameters: QueryParameters) throws(QueryError) {
    let reader = try CameraParameters(parameters)
    let camera = try reader.camera()
    let tileSize = try ScaleParameters.tileSize(parameters, default: 256)
    forms = CameraForms(
      camera: camera, viewport: reader.view.viewport, tileSize: tileSize, note: try reader.note())
  }

  /// The camera in all forms.
  package func result() throws(QueryError) -> QueryResult { try forms.result() }
}
