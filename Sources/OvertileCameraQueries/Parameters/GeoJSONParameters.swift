import MapMath
import OvertileFeatures
import OvertileGeoJSON

/// The GeoJSON that a query names or holds, read with the reader that builds bundles.
struct GeoJSONParameters {
  private let input: GeoJSONInput
  private let source: String

  /// A text is a file's name, or "-" for standard input; an object is the GeoJSON itself.
  init(_ parameters: QueryParameters) throws(QueryError) {
    switch parameters["geojson"] {
    case .string("-"):
      input = .standardInput
      source = "standard input"
    case .string(let path) where !path.isEmpty && !path.contains("\0"):
      input = .regularFile(path)
      source = path
    case .object?:
      input = .bytes(Array((parameters["geojson"] ?? .null).json.utf8))
      source = "the GeoJSON"
    case let value:
      throw parameters.wrong("geojson", value ?? .null, "the name of a GeoJSON file, or - for standard input")
    }
  }

  /// All positions of all features; never empty.
  func coordinates() throws(QueryError) -> [Coordinate] {
    var found: [Coordinate] = []
    try read { batch throws(QueryError) in
      for (x, y) in zip(batch.geometry.x, batch.geometry.y) { found.append(Coordinate(latitude: y, longitude: x)) }
    }
    guard !found.isEmpty else { throw QueryError(.noResult, "\(source) holds no position") }
    return found
  }

  /// Passes on the features slice by slice; wrong ones, and coordinates that are not degrees, are errors.
  func read(_ body: (FeatureBatch) throws(QueryError) -> Void) throws(QueryError) {
    do {
      let splitter = try FeatureSplitter(input)
      let parser = FeatureParser()
      while let slice = try splitter.next() {
        let parsed = try parser.parse(slice)
        if let wrong = parsed.rejected.first {
          let coordinate = "line \(wrong.location.line), feature \(wrong.location.index + 1)"
          throw QueryError(.badData, "\(source), \(coordinate): \(wrong.message)")
        }
        for crs in parsed.crs + splitter.crsMembers where !crs.isWGS84 {
          throw QueryError(.badData, "\(source): its crs member says that it is not in degrees of WGS84")
        }
        try check(parsed.batch)
        try body(parsed.batch)
      }
    } catch let error as QueryError {
      throw error
    } catch let error as GeoJSONError {
      let isMissing = error.code == .cannotOpen || error.code == .cannotRead
      throw QueryError(isMissing ? .inputMissing : .badData, isMissing ? "\(error)" : "\(source): \(error)")
    } catch {
      throw QueryError(.badData, "\(source): \(error)")
    }
  }

  private func check(_ batch: FeatureBatch) throws(QueryError) {
    for feature in batch.locations.indices {
      for i in batch.geometry.coordinates(ofFeature: feature) {
        let (x, y) = (batch.geometry.x[i], batch.geometry.y[i])
        guard NumberForm.longitude.holds(x), NumberForm.latitude.holds(y) else {
          throw QueryError(
            .badData,
            "\(source), line \(batch.locations[feature].line), feature \(batch.locations[feature].index + 1): "
              + "[\(JSONValue.text(x)), \(JSONValue.text(y))] is not a longitude and a latitude in degrees")
        }
      }
    }
  }
}
