import OvertileCore

/// The message about an input that is not GeoJSON: its apparent format, and how to read it.
extension FeatureSplitter {
  /// The error of an input whose first bytes are not GeoJSON's.
  func foreignInput() throws(GeoJSONError) -> GeoJSONError {
    foreign(try look(), .notGeoJSON, at: at)
  }

  /// The error of a single text whose type is not one of GeoJSON's.
  func foreignType(at position: Int) throws(GeoJSONError) -> GeoJSONError {
    let look = try look()
    var error = foreign(look, .unknownType, at: position)
    guard look?.format == .json || look?.format == .geoJSON else { return error }
    error.message = "the input is JSON, but has no GeoJSON type"
    if let type = look?.type {
      let right = NearestName.suggestion(for: type, among: Self.types.map { "\($0)" } + ["FeatureCollection"])
      error.message = "the input's type \"\(type)\" is not a GeoJSON type\(right)"
    }
    return error
  }

  private func foreign(_ look: FileLook?, _ code: GeoJSONError.Code, at position: Int) -> GeoJSONError {
    let isList = look?.format == .geoJSON
    let words = isList ? ": it is a list of features" : look.map { ": it looks like \($0.format.words)" } ?? ""
    return failure(code, at: position, "the input is not GeoJSON" + words, advice: look?.format.advice)
  }

  /// The error of an input that holds nothing.
  func emptyInput() -> GeoJSONError {
    failure(
      .empty, at: at,
      "the \(window.isInflated ? "gzip stream" : "input") is empty\(at > 0 ? ": white space only" : "")",
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
