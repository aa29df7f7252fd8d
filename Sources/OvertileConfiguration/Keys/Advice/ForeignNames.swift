/// The settings of other programs that people bring along: the program, and our replacement. The one table of them.
package enum ForeignNames {
  /// A name without the differences in spelling.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " } }

  /// The message about a foreign name, whatever its case, hyphens and underscores; nil for an unknown name.
  static func advice(_ name: String) -> String? { table[plain(name)] }

  /// The message about an option of tippecanoe on our command line; nil for an unknown one.
  ///
  /// - Parameter option: as written, such as `--maximum-zoom`, `-zg` or `-r1`.
  package static func advice(onOption option: String) -> String? {
    let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
    if option.hasPrefix("--") || name.count > 3 { return advice(String(name)) }
    return name.hasPrefix("zg") ? advice("zg") : name.first.flatMap { letters[$0] }.flatMap { advice($0) }
  }

  private static let letters: [Character: String] = [
    "z": "maximum-zoom", "Z": "minimum-zoom", "r": "drop-rate", "B": "base-zoom", "l": "named-layer",
    "x": "exclude", "y": "include", "j": "feature-filter", "o": "output-to-directory", "s": "projection",
    "S": "simplification", "K": "cluster-distance", "E": "accumulate-attribute",
  ]

  private static let table: [String: String] = {
    let zooms = "use zooms: 0-14 in the layer instead"
    let kept = "remove it, because Overtile does not thin out features; to merge points, use kind: cluster"
    let aggregates = "use cluster: {aggregates: {total: {sum: visits}}} in the layer instead"
    let rows: [(owner: String, names: [String], advice: String)] = [
      ("a Mapbox setting", ["minzoom", "maxzoom"], zooms),
      ("a tippecanoe option", ["minimum-zoom", "maximum-zoom"], zooms),
      ("a tippecanoe option", ["zg", "smallest-maximum-zoom-guess"], "use zooms: 0-auto in the layer instead"),
      ("a Mapbox setting", ["clusterRadius"], "use cluster: {radius: 40px} in the layer instead"),
      ("a tippecanoe option", ["cluster-distance"], "use cluster: {radius: 40px} in the layer instead"),
      ("a Mapbox setting", ["clusterMaxZoom"], "use cluster: {maxZoom: 14} in the layer instead"),
      ("a Mapbox setting", ["clusterMinPoints"], "use cluster: {minPoints: 2} in the layer instead"),
      ("a Mapbox setting", ["clusterProperties"], aggregates),
      ("a supercluster option", ["map", "reduce"], aggregates),
      ("a tippecanoe option", ["accumulate-attribute"], aggregates),
      (
        "a tippecanoe option",
        ["drop-rate", "base-zoom", "drop-densest-as-needed", "maximum-tile-bytes", "maximum-tile-features"], kept
      ),
      ("a tippecanoe option", ["simplification"], "use shape: {tolerance: 0.375px} in the layer instead"),
      ("a tippecanoe option", ["clip-bounding-box"], "use bounds: [west, south, east, north] in the source instead"),
      ("a Mapbox setting", ["promoteId"], "use id: PROPERTY in the source instead"),
      ("a tippecanoe option", ["use-attribute-for-id"], "use id: PROPERTY in the source instead"),
      ("a tippecanoe option", ["include"], "use properties: {keep: [name, visits]} in the layer instead"),
      ("a tippecanoe option", ["exclude"], "use properties: {drop: [note]} in the layer instead"),
      ("a tippecanoe option", ["feature-filter"], "use filter: [\">=\", [\"get\", \"mag\"], 4.5] in the layer instead"),
      ("a tippecanoe option", ["projection"], "use crs: EPSG:27700 in the source instead"),
      ("a tippecanoe option", ["output-to-directory"], "use output: {path: FOLDER, format: directory} instead"),
      ("a tippecanoe option", ["named-layer"], "a layer's name is its key, as in layers: {NAME: {source: ...}}"),
      ("a Mapbox setting", ["data", "url"], "use path: FILE in a source instead"),
      ("a Mapbox setting", ["type"], "use kind: cluster, kind: circle or kind: shape in the layer instead"),
      ("a Mapbox setting", ["paint"], "remove it, because the app's style determines how a layer is drawn"),
    ]
    return Dictionary(
      rows.flatMap { row in row.names.map { (plain($0), "it is \(row.owner); \(row.advice)") } }
    ) { first, _ in first }
  }()
}
