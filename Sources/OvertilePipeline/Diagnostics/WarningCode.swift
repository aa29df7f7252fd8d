/// The codes of warnings that a report lists under `diagnostics`. The one list of them; raw values are stable.
public enum WarningCode: String, Sendable, CaseIterable {
  case emptyLayer = "empty-layer"
  case oneSpot = "one-spot"
  case nullIsland = "null-island"
  case exchangedAxes = "exchanged-axes"
  case degreesAsMeters = "degrees-as-meters"
  case outsideAreaOfUse = "outside-area-of-use"
  case unknownProperty = "unknown-property"
  case nullProperty = "null-property"
  case outputIsFolder = "output-is-folder"
  case aggregateBeyond = "aggregate-beyond"
  case cutShort = "cut-short"
  case brokenRows = "broken-rows"
  case textsCompared = "texts-compared"
  case constantText = "constant-text"
  case neverHolds = "never-holds"
  case filterKeepsAll = "filter-keeps-all"
  case unusedSource = "unused-source"
  case bordersNearlyMatch = "borders-nearly-match"
  case keyWithoutEffect = "key-without-effect"

  /// The meaning of the code, in words.
  public var meaning: String {
    switch self {
    case .emptyLayer: "no feature is in the layer"
    case .oneSpot: "all features of the layer are at one position"
    case .nullIsland: "features are at latitude 0, longitude 0, where data without coordinates end up"
    case .exchangedAxes: "latitudes and longitudes look exchanged"
    case .degreesAsMeters: "coordinates look like degrees, and the source's `crs` is in another unit"
    case .outsideAreaOfUse: "positions lie outside the area that the source's `crs` is made for"
    case .unknownProperty: "no feature has a property that the configuration names"
    case .nullProperty: "a property that the configuration names is null in every feature"
    case .outputIsFolder: "the output is named like a file, and a bundle is a folder"
    case .aggregateBeyond: "the sum of a cluster exceeds the largest number, and is left out"
    case .cutShort: "a CSV file ends within a quote or a row"
    case .brokenRows: "quotes or separators in the rows of a CSV file make GDAL skip rows or cells"
    case .textsCompared: "a `where` compares texts, or joins them, where numbers or tests are meant"
    case .constantText: "a text is used where the property of that name may be meant"
    case .neverHolds: "a comparison has the same result for every feature, because types or forms never agree"
    case .filterKeepsAll: "a filter leaves nothing out, and the data have what it excludes in another form"
    case .unusedSource: "no layer takes the features of the source"
    case .bordersNearlyMatch: "borders of a layer with `method: coverage` nearly match; `snap` joins them"
    case .keyWithoutEffect: "a key of the configuration changes nothing beside the others"
    }
  }
}
