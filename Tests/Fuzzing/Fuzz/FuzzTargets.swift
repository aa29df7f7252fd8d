/// The targets by name; each has a corpus of the same name in Tests/Fuzzing/Corpus.
enum FuzzTargets {
  static let all: [String: FuzzTarget] = [
    "configuration": fuzzConfiguration,
    "expression": fuzzExpression,
    "geojson": fuzzGeoJSON,
    "manifest": fuzzManifest,
    "mvt": fuzzVectorTile,
    "pmtiles-directory": fuzzPMTilesDirectory,
    "pmtiles-header": fuzzPMTilesHeader,
  ]
}
