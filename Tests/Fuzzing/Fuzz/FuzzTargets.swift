/// The targets by name; each has a corpus of the same name in Tests/Fuzzing/Corpus.
enum FuzzTargets {
  static let all: [String: FuzzTarget] = [
    "configuration": fuzzConfiguration,
    "delta": fuzzDelta,
    "expression": fuzzExpression,
    "geojson": fuzzGeoJSON,
    "geojson-tile": fuzzGeoJSONTile,
    "manifest": fuzzManifest,
    "members": fuzzMembers,
    "members-form": fuzzMembersForm,
    "mvt": fuzzVectorTile,
    "opening": fuzzOpening,
    "patch": fuzzPatch,
    "pmtiles": fuzzArchive,
    "pmtiles-directory": fuzzPMTilesDirectory,
    "pmtiles-header": fuzzPMTilesHeader,
    "request": fuzzRequest,
  ]
}
