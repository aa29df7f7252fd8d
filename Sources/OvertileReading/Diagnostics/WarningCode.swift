/// The code of a warning that a report lists under `diagnostics`. The raw values are stable across versions.
public enum WarningCode: String, Sendable, CaseIterable {
  case emptyLayer = "empty-layer"
  case nullIsland = "null-island"
  case exchangedAxes = "exchanged-axes"
  case degreesAsMeters = "degrees-as-meters"
  case outsideAreaOfUse = "outside-area-of-use"
  case unknownProperty = "unknown-property"
  case outputIsFolder = "output-is-folder"
  case aggregateBeyond = "aggregate-beyond"
  case clustersLeft = "clusters-left"
  case exactRepeats = "exact-repeats"
  case unusedSource = "unused-source"
  case bordersNearlyMatch = "borders-nearly-match"
  case tangledShapes = "tangled-shapes"
  case longEdges = "long-edges"
  case zoomsCutShort = "zooms-cut-short"

  /// A phrase that explains the meaning of the code.
  public var meaning: String {
    switch self {
    case .emptyLayer: "the layer has no features"
    case .nullIsland: "features are at latitude 0, longitude 0, which often means that their coordinates are missing"
    case .exchangedAxes: "latitudes and longitudes seem to be swapped"
    case .degreesAsMeters: "coordinates look like degrees, but the source's `crs` uses a different unit"
    case .outsideAreaOfUse: "positions lie outside the area of use of the source's `crs`"
    case .unknownProperty: "the configuration names a property that no feature has"
    case .outputIsFolder: "the output is named like a file, but a bundle is a folder"
    case .aggregateBeyond: "a cluster's sum exceeds the largest possible number and is left out"
    case .clustersLeft: "more than a tenth of a layer's points are still in clusters at its maximum zoom"
    case .exactRepeats: "features are exact duplicates of others; `duplicates` decides whether they are kept"
    case .unusedSource: "no layer uses the source"
    case .bordersNearlyMatch: "borders in a layer with `method: coverage` nearly match; `snap` joins them"
    case .tangledShapes: "shapes cross each other so often that Overtile stopped looking for new crossings"
    case .longEdges: "an edge longer than 180 degrees was drawn the shorter way"
    case .zoomsCutShort: "`zooms: 0-auto` stops before everything is shown, because of `maxTiles`"
    }
  }
}
