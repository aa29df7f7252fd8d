/// The settings of other programs that people bring along, and our replacements. The one table of them.
package enum ForeignNames {
  /// A name without the differences in spelling.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " } }

  /// The message about a foreign name, whatever its case, hyphens and underscores; nil for an unknown name.
  static func advice(_ name: String) -> String? {
    table[plain(name)].map { "it is a setting of another program; \($0)" }
  }

  /// The message about an option of tippecanoe on our command line; nil for an unknown one.
  ///
  /// - Parameter option: as written, such as `--maximum-zoom`, `-zg` or `-r1`.
  package static func advice(onOption option: String) -> String? {
    let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
    if option.hasPrefix("--") || name.count > 3 { return advice(String(name)) }
    if name.hasPrefix("zg") { return advice("zg") }
    return name.first.flatMap { letter in rows.first { $0.letters.contains(letter) } }.flatMap { advice($0.names[0]) }
  }

  private static let table = Dictionary(
    uniqueKeysWithValues: rows.flatMap { row in row.names.map { (plain($0), row.advice) } })

  /// The replacements, each with its names in other programs and the letters of tippecanoe's options.
  private static let rows: [(advice: String, letters: String, names: [String])] = [
    ("use zooms: 0-14 in the layer instead", "zZ", ["minzoom", "maxzoom", "minimum-zoom", "maximum-zoom"]),
    ("use zooms: 0-auto in the layer instead", "", ["zg", "smallest-maximum-zoom-guess"]),
    ("use cluster: {radius: 40px} in the layer instead", "K", ["clusterRadius", "cluster-distance"]),
    ("use cluster: {maxZoom: 14} in the layer instead", "", ["clusterMaxZoom"]),
    ("use cluster: {minPoints: 2} in the layer instead", "", ["clusterMinPoints"]),
    (
      "use cluster: {aggregates: {total: {sum: visits}}} in the layer instead", "E",
      ["clusterProperties", "map", "reduce", "accumulate-attribute"]
    ),
    (
      "remove it, because Overtile does not thin out features; to merge points, use kind: cluster", "rB",
      ["drop-rate", "base-zoom", "drop-densest-as-needed", "maximum-tile-bytes", "maximum-tile-features"]
    ),
    ("use shape: {tolerance: 0.375px} in the layer instead", "S", ["simplification"]),
    ("use bounds: [west, south, east, north] in the source instead", "", ["clip-bounding-box"]),
    ("use id: PROPERTY in the source instead", "", ["promoteId", "use-attribute-for-id"]),
    ("use properties: {keep: [name, visits]} in the layer instead", "y", ["include"]),
    ("use properties: {drop: [note]} in the layer instead", "x", ["exclude"]),
    ("use filter: [\">=\", [\"get\", \"mag\"], 4.5] in the layer instead", "j", ["feature-filter"]),
    ("use crs: EPSG:27700 in the source instead", "s", ["projection"]),
    ("use output: {path: FOLDER, format: directory} instead", "o", ["output-to-directory"]),
    ("a layer's name is its key, as in layers: {NAME: {source: ...}}", "l", ["named-layer"]),
    ("use path: FILE in a source instead", "", ["data", "url"]),
    ("use kind: cluster, kind: circle or kind: shape in the layer instead", "", ["type"]),
    ("remove it, because the app's style determines how a layer is drawn", "", ["paint"]),
  ]
}
