/// The options of tippecanoe 2, which a configuration may have as keys and a command line as options.
extension ForeignNames {
  private static let owner = "tippecanoe's"
  private static let zooms = "write the first and the last zoom under the layer: zooms: 0-14"
  private static let allShown = "leave it out: no feature is dropped here; points merge with kind: cluster"
  private static let noLimit =
    "leave it out: a tile holds every feature that lies in it; maxTiles under a layer bounds the number of tiles"
  private static let ownOrder = "leave it out: features of a tile have a fixed order, whatever the order of the input"
  private static let keptBorders = "write shape: {method: coverage} under a layer of kind: shape"
  private static let tolerance = "write shape: {tolerance: 0.375px} under a layer of kind: shape"
  private static let statistics = "leave it out: the archives have statistics of a fixed size"
  static let nameOfLayer = "write the layer's name as its key: layers: {NAME: {source: ...}}"

  /// The entries of its options by their long names.
  static let tippecanoeNames: [(name: String, owner: String, advice: String)] =
    [
      ("smallest-maximum-zoom-guess", "write zooms: 0-auto under the layer"),
      ("generate-variable-depth-tile-pyramid", "write zooms: 0-auto under the layer"),
      ("one-tile", "build the bundle, and print the tile: overtile tile BUNDLE 3/4/2"),
      ("extra-detail", "write extent: 4096 under output; it is the same at all zooms"),
      ("minimum-detail", "write extent: 4096 under output; it is the same at all zooms"),
      ("read-parallel", "leave it out: inputs are read on all cores, as --jobs says"),
      ("temporary-directory", "leave it out: what does not fit in memory goes to files beside the bundle"),
      ("allow-existing", "leave it out: a bundle of an earlier run is replaced, and nothing else"),
      ("clip-bounding-box", "write bounds: [5.8, 47.2, 15.1, 55.1] under the source: west, south, east, north"),
      ("coalesce", "write circle: {dissolve: ...} under a layer of kind: circle; shapes stay as they are"),
      ("set-attribute", "write properties: {compute: {kind: [\"literal\", \"cafe\"]}} under the layer"),
      ("attribute-type", "write properties: {compute: {n: [\"to-number\", [\"get\", \"n\"]]}} under the layer"),
      ("attribute-description", "leave it out: fields have a type and no description"),
      ("accumulate-numeric-attributes", "write cluster: {aggregates: {total: {sum: visits}}} under the layer"),
      ("empty-csv-columns-are-null", "leave it out: detectTypes: true under a source of CSV does so"),
      ("convert-stringified-ids-to-numbers", "leave it out: an id keeps its type, and tiles have a number for it"),
      ("feature-filter-file", "write filter: [\">=\", [\"get\", \"mag\"], 4.5] under the layer"),
      ("cluster-densest-as-needed", "write kind: cluster under the layer, with cluster: {radius: 40px}"),
      ("simplification-at-maximum-zoom", tolerance), ("visvalingam", tolerance),
      ("simplify-only-low-zooms", "leave it out: the last zoom is not simplified beyond the grid"),
      ("no-line-simplification", "write shape: {tolerance: 0px} under a layer of kind: shape"),
      ("detect-shared-borders", keptBorders), ("no-simplification-of-shared-nodes", keptBorders),
      ("grid-low-zooms", keptBorders),
      ("no-clipping", "write buffer: 64 under output: shapes are cut at the tile and its buffer"),
      ("no-duplication", "leave it out: a shape is in every tile that it touches, with one id"),
      ("generate-ids", "leave it out: features without an id get one, the same every night"),
      ("convert-polygons-to-label-points", "write cluster: {nonPoints: label} under a layer of kind: cluster"),
      ("use-source-polygon-winding", "leave it out: rings are wound by which ring contains which"),
      ("reverse-source-polygon-winding", "leave it out: rings are wound by which ring contains which"),
      ("detect-longitude-wraparound", "leave it out: features are cut at the 180th meridian"),
      ("calculate-feature-density", "leave it out: clusters have point_count"),
      ("calculate-feature-index", "leave it out: features have an order of their own"),
      ("unidecode-data", "compare with a collator: [\"collator\", {\"diacritic-sensitive\": false}]"),
      ("prefilter", "write command: [PROGRAM, ...] under the source, which makes its features"),
      ("postfilter", "leave it out: filters and computed properties stand under the layer"),
      ("no-tile-stats", statistics), ("tile-stats-attributes-limit", statistics),
      ("tile-stats-sample-values-limit", statistics), ("tile-stats-values-limit", statistics),
      ("no-progress-indicator", "give --quiet to the command"), ("progress-interval", "give --quiet to the command"),
      ("json-progress", "give --log-format json to the command"),
      ("single-precision", "leave it out: numbers stay as they are"),
    ].map { ($0.0, owner, $0.1) }
    + [
      "retain-points-multiplier", "drop-denser", "limit-base-zoom-to-maximum-zoom", "drop-lines", "drop-polygons",
      "preserve-point-density-threshold", "preserve-multiplier-density-threshold", "coalesce-fraction-as-needed",
      "coalesce-smallest-as-needed", "gamma", "increase-gamma-as-needed", "extend-zooms-if-still-dropping",
      "extend-zooms-if-still-dropping-maximum", "no-tiny-polygon-reduction",
      "no-tiny-polygon-reduction-at-maximum-zoom", "tiny-polygon-size",
    ].map { ($0, owner, allShown) }
    + [
      "force-feature-limit", "no-feature-limit", "no-tile-size-limit", "limit-tile-feature-count",
      "limit-tile-feature-count-at-maximum-zoom", "maximum-string-attribute-length",
    ].map { ($0, owner, noLimit) }
    + [
      "preserve-input-order", "reorder", "reverse", "hilbert", "order-by", "order-descending-by",
      "order-smallest-first", "order-largest-first",
    ].map { ($0, owner, ownOrder) }

  /// The long names of its options of one letter.
  static let tippecanoeLetters: [Character: String] = [
    "z": "maximum-zoom", "Z": "minimum-zoom", "r": "drop-rate", "B": "base-zoom", "l": "layer", "L": "named-layer",
    "x": "exclude", "X": "exclude-all", "y": "include", "j": "feature-filter", "J": "feature-filter-file",
    "P": "read-parallel", "f": "force", "F": "allow-existing", "o": "output", "e": "output-to-directory",
    "s": "projection", "b": "buffer", "d": "full-detail", "D": "low-detail", "m": "minimum-detail",
    "M": "maximum-tile-bytes", "O": "maximum-tile-features", "S": "simplification", "K": "cluster-distance",
    "k": "cluster-maxzoom", "E": "accumulate-attribute", "T": "attribute-type", "Y": "attribute-description",
    "n": "name", "N": "description", "A": "attribution", "t": "temporary-directory", "g": "gamma",
    "R": "one-tile", "C": "prefilter", "c": "postfilter", "Q": "no-progress-indicator", "U": "progress-interval",
  ]
}
