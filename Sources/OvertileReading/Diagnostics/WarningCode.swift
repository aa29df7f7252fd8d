/// The codes of warnings that a report lists under `diagnostics`. Raw values are stable.
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

  /// The meaning of the code, in words.
  public var meaning: String {
    switch self {
    case .emptyLayer: "no feature is in the layer"
    case .nullIsland: "features are at latitude 0, longitude 0, where data without coordinates end up"
    case .exchangedAxes: "latitudes and longitudes look exchanged"
    case .degreesAsMeters: "coordinates look like degrees, and the source's `crs` is in another unit"
    case .outsideAreaOfUse: "positions lie outside the area that the source's `crs` is made for"
    case .unknownProperty: "no feature has a property that the configuration names"
    case .outputIsFolder: "the output is named like a file, and a bundle is a folder"
    case .aggregateBeyond: "the sum of a cluster exceeds the largest number, and is left out"
    case .clustersLeft: "clusters are left at the last zoom of a layer; their `expansion_zoom` is beyond it"
    case .exactRepeats: "features repeat others exactly; `duplicates` says what happens to them"
    case .unusedSource: "no layer takes the features of the source"
    case .bordersNearlyMatch: "borders of a layer with `method: coverage` nearly match; `snap` joins them"
    case .tangledShapes: "shapes cross so often that Overtile stopped looking for new crossings"
    case .longEdges: "an edge is longer than 180 degrees, and was taken the shorter way"
    case .zoomsCutShort: "`zooms: 0-auto` ends before everything is shown, because of `maxTiles`"
    }
  }
}
