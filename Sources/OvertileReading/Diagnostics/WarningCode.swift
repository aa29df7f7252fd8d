/// The code of a warning that a report lists under `diagnostics`. The raw values are stable across versions.
public enum WarningCode: String, Sendable, CaseIterable {
  /// The layer has no features.
  case emptyLayer = "empty-layer"
  /// Features are at latitude 0, longitude 0, which often means that their coordinates are missing.
  case nullIsland = "null-island"
  /// Latitudes and longitudes seem to be swapped.
  case exchangedAxes = "exchanged-axes"
  /// Coordinates look like degrees, but the source's `crs` uses a different unit.
  case degreesAsMeters = "degrees-as-meters"
  /// Positions lie outside the area of use of the source's `crs`.
  case outsideAreaOfUse = "outside-area-of-use"
  /// The configuration names a property that no feature has.
  case unknownProperty = "unknown-property"
  /// The output is named like a file, but a bundle is a folder.
  case outputIsFolder = "output-is-folder"
  /// A cluster's sum exceeds the largest possible number and is left out.
  case aggregateBeyond = "aggregate-beyond"
  /// More than a tenth of a layer's points are still in clusters at its maximum zoom.
  case clustersLeft = "clusters-left"
  /// Features are exact duplicates of others; `duplicates` decides whether they are kept.
  case exactRepeats = "exact-repeats"
  /// No layer uses the source.
  case unusedSource = "unused-source"
  /// Borders in a layer with `method: coverage` nearly match; `snap` joins them.
  case bordersNearlyMatch = "borders-nearly-match"
  /// Shapes cross each other so often that Overtile stopped looking for new crossings.
  case tangledShapes = "tangled-shapes"
  /// An edge longer than 180 degrees was drawn the shorter way.
  case longEdges = "long-edges"
  /// `zooms: 0-auto` stops before everything is shown, because of `maxTiles`.
  case zoomsCutShort = "zooms-cut-short"
}
