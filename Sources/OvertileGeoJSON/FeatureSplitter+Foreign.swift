import OvertileCore

/// The message about an input that is not GeoJSON: its apparent format, and how to read it.
extension FeatureSplitter {
  /// The error of an input whose first bytes are not GeoJSON's, or of a single text whose type is not one of GeoJSON's.
  func foreignInput(
    _ code: GeoJSONError.Code = .notGeoJSON, at position: Int? = nil
  ) throws(GeoJSONError) -> GeoJSONError {
    let look = try look()
    var message = "the input is not GeoJSON"
    if code == .unknownType, let look, [.json, .geoJSON].contains(look.format) {
      let types = Self.types.map { "\($0)" } + ["FeatureCollection"]
      message =
        look.type.map {
          "the input's type \"\($0)\" is not a GeoJSON type\(NearestName.suggestion(for: $0, among: types))"
        }
        ?? "the input is JSON, but has no GeoJSON type"
    } else if let look {
      message += look.format == .geoJSON ? ": it is a list of features" : ": it looks like \(look.format.words)"
    }
    return failure(message, code, at: position, advice: look?.format.advice)
  }

  /// The error of an input that holds nothing.
  func emptyInput() -> GeoJSONError {
    failure(
      "the \(window.isInflated ? "gzip stream" : "input") is empty\(at > 0 ? ": white space only" : "")", .empty,
      advice:
        "Expected at least {\"type\":\"FeatureCollection\",\"features\":[]}. Did the program that writes the file fail?"
    )
  }

  /// Examines the first bytes, as far as they are still there.
  private func look() throws(GeoJSONError) -> FileLook? {
    let before = held
    held = min(held ?? view.start, view.start)
    defer { held = before }
    _ = try byte(FileLook.byteCount - 1)
    let count = min(FileLook.byteCount, view.end) - view.start
    guard view.start == 0, count > 0 else { return nil }
    return FileLook(Array(bytes(0..<count)))
  }
}
