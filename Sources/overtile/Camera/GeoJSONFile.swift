import OvertileCore
import OvertileGeoJSON
import OvertilePipeline

/// A GeoJSON file that an option names, read with the reader that builds bundles.
enum GeoJSONFile {
  /// Passes on the features of a file, or of standard input for "-", slice by slice.
  ///
  /// - Throws: `PipelineError.inputMissing`, and `badData` for wrong features and coordinates that are not degrees.
  static func read(_ path: String, _ body: (FeatureBatch) throws -> Void) throws {
    do {
      let splitter = FeatureSplitter(try path == "-" ? .standardInput : .file(path, isRegular: true))
      while let slice = try splitter.next() {
        let parsed = try ParsedSlice(slice)
        if let wrong = parsed.rejected.first {
          throw PipelineError.badData("\(path), line \(wrong.location.line): \(wrong.message)")
        }
        let geometry = parsed.batch.geometry
        let isForeign = (parsed.crs + splitter.crsMembers).contains { !$0.isWGS84 }
        guard !isForeign, geometry.x.allSatisfy({ abs($0) <= 360 }), geometry.y.allSatisfy({ abs($0) <= 90 }) else {
          throw PipelineError.badData("\(path): the coordinates are not longitudes and latitudes in degrees")
        }
        try body(parsed.batch)
      }
    } catch let error as GeoJSONError {
      let isMissing = error.code == .cannotOpen || error.code == .cannotRead
      throw isMissing ? PipelineError.inputMissing("\(error)") : PipelineError.badData("\(path): \(error)")
    }
  }
}
