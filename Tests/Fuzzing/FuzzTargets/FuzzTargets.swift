/// The work of a target with one input: it reads the input as its format, and checks the rules for any result.
public typealias FuzzTarget = @Sendable ([UInt8]) -> Void

/// The targets by name; each has a corpus of the same name in Tests/Fuzzing/Corpus.
public enum FuzzTargets {
  /// Every target.
  public static let all: [String: FuzzTarget] = [
    "configuration": fuzzConfiguration,
    "expression": fuzzExpression,
    "geojson": fuzzGeoJSON,
    "manifest": fuzzManifest,
    "members": fuzzMembers,
    "mvt": fuzzVectorTile,
    "opening": fuzzOpening,
    "patch": fuzzPatch,
    "pmtiles": fuzzArchive,
    "pmtiles-directory": fuzzPMTilesDirectory,
    "pmtiles-header": fuzzPMTilesHeader,
    "request": fuzzRequest,
  ]
}
