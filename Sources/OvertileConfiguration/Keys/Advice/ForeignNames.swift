/// The names of settings in other programs: the program, and our replacement, or the reason that there is none. The one
/// table of them.
package enum ForeignNames {
  /// The message about a foreign name.
  struct Entry: Sendable {
    /// The name as its program writes it.
    let name: String
    /// The program.
    let owner: String
    /// Our replacement, or the reason that there is none.
    let advice: String
  }

  /// The entry of a name, whatever its case, hyphens and underscores; nil for an unknown name.
  static func entry(of key: String, below path: [String]) -> Entry? {
    let spelled = plain(key)
    if path.first == "sources", let entry = inSources[spelled] { return entry }
    if path.contains("aggregates"), let entry = inAggregates[spelled] { return entry }
    if path.first == "cameras", let entry = inCameras[spelled] { return entry }
    if path.first == "layers", let entry = inLayers[spelled] { return entry }
    return table[spelled]
  }

  /// A name without the differences in spelling.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " } }

  private static let zooms = "write the first and the last zoom under the layer: zooms: 0-14"
  private static let (mapbox, supercluster, tippecanoe) = ("Mapbox's", "supercluster's", "tippecanoe's")
  private static let noDropping = "leave it out: no feature is dropped here; points merge with kind: cluster"

  private static let table = entries(common + tippecanoeNames)

  private static let common: [(name: String, owner: String, advice: String)] = [
    // Zooms.
    ("minzoom", mapbox, zooms), ("maxzoom", mapbox, zooms), ("minimum-zoom", tippecanoe, zooms),
    ("maximum-zoom", tippecanoe, zooms), ("zoom", "", zooms), ("zoom-range", "", zooms), ("zoom-levels", "", zooms),
    // Clusters.
    ("clusterRadius", mapbox, "write cluster: {radius: 40px} under a layer of kind: cluster"),
    ("cluster-distance", tippecanoe, "write cluster: {radius: 40px} under a layer of kind: cluster"),
    ("clusterMaxZoom", mapbox, "write cluster: {maxZoom: 14} under a layer of kind: cluster"),
    ("cluster-maxzoom", tippecanoe, "write cluster: {maxZoom: 14} under a layer of kind: cluster"),
    ("clusterMinPoints", mapbox, "write cluster: {minPoints: 2} under a layer of kind: cluster"),
    ("clusterProperties", mapbox, "write cluster: {aggregates: {total: {sum: visits}}} under the layer"),
    (
      "map", supercluster,
      "write cluster: {aggregates: {total: {sum: visits}}} under the layer, for map and reduce at once"
    ),
    (
      "reduce", supercluster,
      "write cluster: {aggregates: {total: {sum: visits}}} under the layer, for map and reduce at once"
    ),
    ("accumulate-attribute", tippecanoe, "write cluster: {aggregates: {visits: {sum: visits}}} under the layer"),
    ("nodeSize", supercluster, "leave it out: it changes how supercluster searches, not what it finds"),
    ("log", supercluster, "leave it out, and give --log-format to the command"),
    // Tiles.
    ("drop-rate", tippecanoe, noDropping), ("base-zoom", tippecanoe, noDropping),
    ("drop-densest-as-needed", tippecanoe, noDropping), ("drop-fraction-as-needed", tippecanoe, noDropping),
    ("drop-smallest-as-needed", tippecanoe, noDropping), ("coalesce-densest-as-needed", tippecanoe, noDropping),
    ("maximum-tile-bytes", tippecanoe, noDropping), ("maximum-tile-features", tippecanoe, noDropping),
    ("simplify", "", "write shape: {tolerance: 0.375px} under a layer of kind: shape"),
    ("snapping", "", "write shape: {snap: 1m} under a layer of kind: shape"),
    ("simplification", tippecanoe, "write shape: {tolerance: 0.375px} under a layer of kind: shape"),
    ("full-detail", tippecanoe, "write extent: 4096 under output, where 4096 is 2 to the power of the detail, 12"),
    ("low-detail", tippecanoe, "write extent: 4096 under output; it is the same at all zooms"),
    ("no-tile-compression", tippecanoe, "write compression: none under output"),
    ("lineMetrics", mapbox, "leave it out: lines carry no measures"),
    ("force", tippecanoe, "leave it out: a bundle of an earlier run is replaced, and nothing else"),
    // Features.
    ("generateId", mapbox, "leave it out: features without an id get one, the same every night"),
    ("promoteId", mapbox, "write id: PROPERTY under the source"),
    ("use-attribute-for-id", tippecanoe, "write id: PROPERTY under the source"),
    ("idProperty", "", "write id: PROPERTY under the source"),
    ("include", tippecanoe, "write properties: {keep: [name, visits]} under the layer"),
    ("exclude", tippecanoe, "write properties: {drop: [note]} under the layer"),
    ("exclude-all", tippecanoe, "write properties: {keep: none} under the layer"),
    ("attributes", "", "write properties: {keep: [name, visits]} under the layer"),
    ("fields", "TileJSON's", "write properties: {keep: [name, visits]} under the layer"),
    ("feature-filter", tippecanoe, "write filter: [\">=\", [\"get\", \"mag\"], 4.5] under the layer"),
    // Inputs and outputs.
    ("data", mapbox, "write path: FILE under a source"), ("url", mapbox, "write path: FILE under a source"),
    ("file", "", "write path: FILE, under a source or under output"),
    ("input", "", "write sources: {NAME: {path: FILE}} at the top"),
    ("projection", tippecanoe, "write crs: EPSG:27700 under the source"),
    ("srs", "GDAL's", "write crs: EPSG:27700 under the source"),
    ("s_srs", "GDAL's", "write crs: EPSG:27700 under the source"),
    ("output-to-directory", tippecanoe, "write output: {path: FOLDER, format: directory}"),
    // Styles.
    ("source-layer", mapbox, "leave it out: a source has one kind of features, and the layer's own key is its name"),
    ("named-layer", tippecanoe, "write the layer's name as its key: layers: {NAME: {source: ...}}"),
    ("type", mapbox, "write kind: cluster, circle or shape under the layer"),
    ("paint", mapbox, "leave it out: the app's style says how a layer is drawn"),
    ("layout", mapbox, "leave it out: the app's style says how a layer is drawn"),
    ("indexMaxZoom", "geojson-vt's", "leave it out: all tiles are made"),
    ("indexMaxPoints", "geojson-vt's", "leave it out: all tiles are made"),
    ("debug", "geojson-vt's", "leave it out, and give --log-format to the command"),
    ("zg", tippecanoe, "write zooms: 0-auto under the layer"),
  ]

  /// The meanings of the same names in a source.
  private static let inSources = entries([
    ("cluster", mapbox, "write kind: cluster under a layer of this source"),
    ("type", mapbox, "leave it out: sources are GeoJSON"),
    ("tolerance", mapbox, "write shape: {tolerance: 0.375px} under a layer of kind: shape"),
    ("filter", mapbox, "write filter: under a layer of this source"),
  ])

  /// The meanings of the same names in a layer.
  private static let inLayers = entries([
    (
      "extent", supercluster,
      "write tileSize: 512px beside the radius under cluster, with the number of the extent: the radius counts in pixels of "
        + "such a tile. extent: ... under output is something else, the units of a vector tile"
    ), ("layer", tippecanoe, nameOfLayer),
  ])

  /// The names of aggregate operations in other programs.
  private static let inAggregates = entries(
    [
      ("average", "mean"), ("avg", "mean"), ("minimum", "min"), ("maximum", "max"), ("total", "sum"), ("add", "sum"),
      ("unique", "distinct"), ("list", "distinct"), ("collect", "distinct"), ("comma", "distinct"), ("or", "any"),
      ("and", "all"), ("number", "count"),
      ("last", "first"), ("any_value", "first"), ("array", "distinct"), ("length", "count"),
    ].map { ($0, "", "write \"\($1)\"") } + unknownOperations.map { ($0, "", noOperation) })

  /// Operations of other programs that need all members' values at once, which clusters do not keep.
  static let unknownOperations = [
    "median", "mode", "majority", "minority", "percentile", "quantile", "p50", "p90", "p95", "p99", "std", "stddev",
    "stdev", "variance", "var", "range", "product", "multiply",
  ]

  /// The message about those.
  static let noOperation =
    "clusters have no such operation, only \(AggregateOperation.names.joined(separator: ", "))"

  /// The meanings of the same names in a camera.
  private static let inCameras = entries([
    (
      "zoom", "",
      "a preset has no zoom of its own, because fitting computes it: maxZoom: 5 is the highest, and "
        + "restrict: {minZoom: 5} the lowest"
    ),
    ("minZoom", "", "write restrict: {minZoom: 5}"), ("minPitch", "", "write restrict: {minPitch: 0deg}"),
    ("maxPitch", "", "write restrict: {maxPitch: 60deg}"),
    ("center", "", centerOfCamera), ("centerCoordinate", "MapKit's", centerOfCamera),
    ("region", "MapKit's", centerOfCamera),
    ("latitude", "", centerOfCamera), ("longitude", "", centerOfCamera), ("target", "", centerOfCamera),
    ("distance", "MapKit's", centerOfCamera), ("altitude", "MapKit's", centerOfCamera),
    ("heading", "MapKit's", "write bearing: 30deg"), ("tilt", "", "write pitch: 45deg"),
    ("layer", "", "write fit: {layer: NAME}"), ("filter", "", "write fit: {layer: NAME, filter: [...]}"),
    ("bounds", "", "write fit: {bounds: [west, south, east, north]}"),
    ("size", "", "write viewports: 390x844"),
  ])
  private static let centerOfCamera =
    "a preset shows an area by its bounds: write fit: {bounds: [west, south, east, north]}, and the center follows"

  private static func entries(_ rows: [(name: String, owner: String, advice: String)]) -> [String: Entry] {
    Dictionary(rows.map { (plain($0.name), Entry(name: $0.name, owner: $0.owner, advice: $0.advice)) }) { first, _ in
      first
    }
  }
}
