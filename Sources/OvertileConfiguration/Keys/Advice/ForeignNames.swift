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
    let zooms = "set zooms: 0-14 under the layer"
    let kept = "leave it out: no feature is dropped here; points merge with kind: cluster"
    let aggregates = "set cluster: {aggregates: {total: {sum: visits}}} under the layer"
    let rows: [(owner: String, names: [String], advice: String)] = [
      ("a Mapbox setting", ["minzoom", "maxzoom"], zooms),
      ("a tippecanoe option", ["minimum-zoom", "maximum-zoom"], zooms),
      ("a tippecanoe option", ["zg", "smallest-maximum-zoom-guess"], "set zooms: 0-auto under the layer"),
      ("a Mapbox setting", ["clusterRadius"], "set cluster: {radius: 40px} under the layer"),
      ("a tippecanoe option", ["cluster-distance"], "set cluster: {radius: 40px} under the layer"),
      ("a Mapbox setting", ["clusterMaxZoom"], "set cluster: {maxZoom: 14} under the layer"),
      ("a Mapbox setting", ["clusterMinPoints"], "set cluster: {minPoints: 2} under the layer"),
      ("a Mapbox setting", ["clusterProperties"], aggregates),
      ("a supercluster option", ["map", "reduce"], aggregates),
      ("a tippecanoe option", ["accumulate-attribute"], aggregates),
      (
        "a tippecanoe option",
        ["drop-rate", "base-zoom", "drop-densest-as-needed", "maximum-tile-bytes", "maximum-tile-features"], kept
      ),
      ("a tippecanoe option", ["simplification"], "set shape: {tolerance: 0.375px} under the layer"),
      ("a tippecanoe option", ["clip-bounding-box"], "set bounds: [west, south, east, north] under the source"),
      ("a Mapbox setting", ["promoteId"], "set id: PROPERTY under the source"),
      ("a tippecanoe option", ["use-attribute-for-id"], "set id: PROPERTY under the source"),
      ("a tippecanoe option", ["include"], "set properties: {keep: [name, visits]} under the layer"),
      ("a tippecanoe option", ["exclude"], "set properties: {drop: [note]} under the layer"),
      ("a tippecanoe option", ["feature-filter"], "set filter: [\">=\", [\"get\", \"mag\"], 4.5] under the layer"),
      ("a tippecanoe option", ["projection"], "set crs: EPSG:27700 under the source"),
      ("a tippecanoe option", ["output-to-directory"], "set output: {path: FOLDER, format: directory}"),
      ("a tippecanoe option", ["named-layer"], "the layer's name is its key: layers: {NAME: {source: ...}}"),
      ("a Mapbox setting", ["data", "url"], "set path: FILE under a source"),
      ("a Mapbox setting", ["type"], "set kind: cluster, circle or shape under the layer"),
      ("a Mapbox setting", ["paint"], "leave it out: the app's style says how a layer is drawn"),
    ]
    return Dictionary(
      rows.flatMap { row in row.names.map { (plain($0), "it is \(row.owner); \(row.advice)") } }
    ) { first, _ in first }
  }()
}
