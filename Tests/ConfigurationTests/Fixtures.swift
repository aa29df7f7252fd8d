import OvertileConfiguration
import Testing

/// Configurations of tests.
enum Sample {
  /// A small valid one; line numbers of tests refer to it.
  static let minimal = """
    name: Minimal
    sources:
      quakes: {path: quakes.geojson}
    layers:
      points:
        source: quakes
        kind: cluster
    output: {path: out}
    """

  /// One that names every key.
  static let full = """
    name: Everything
    description: All keys at once.
    attribution: "© somebody"
    version: 1.4.0-rc.1+build
    threads: 3
    sources:
      quakes:
        path: [a.geojson, "more/*.geojson.gz"]
        crs: EPSG:27700
        accuracy: 2m
        id: code
        onInvalid: skip
        maxRejected: 0.1%
      places: {path: "-", onInvalid: skip, maxRejected: 12}
    layers:
      clusters:
        source: places
        description: Places.
        kind: cluster
        filter: ["has", "name"]
        zooms: 2-12
        properties:
          keep: [name, mag]
          drop: [secret]
          compute: {strong: [">=", ["get", "mag"], 6], one: 1}
          nested: drop
        cluster:
          radius: 50px
          tileSize: 256px
          minPoints: 3
          position: member
          weight: population
          aggregates:
            largest: {max: mag}
            double: {sum: ["*", 2, ["get", "mag"]]}
            kinds: {distinct: kind, cap: 5}
            names: {count: name}
          nonPoints: label
          members: ids
          maxZoom: 11
      circles:
        source: quakes
        kind: circle
        zooms: 5
        circle:
          model: mapkit
          radius: {expression: ["*", 10, ["get", "mag"]], unit: km}
          tileSize: 256px
          draw: [center, ring]
          chordError: 0.5px
          pulse: {scale: [0.5, 2], opacity: [1, 0], duration: 500ms}
          hide: {belowZoom: 3, belowSize: 2px, aboveSize: 300px}
          dotBelow: 4px
          dissolve: {by: kind}
      shapes:
        source: quakes
        kind: shape
        shape: {tolerance: 1px, method: douglas-peucker, small: point, smallerThan: 2px, label: true}
    cameras:
      strong:
        fit: {layer: circles, filter: [">", ["get", "mag"], 6]}
        viewports: {phone: 390x844, tablet: 1024x768}
        padding: {top: 60px, left: 10px}
        bearing: 30deg
        pitch: 45 deg
        tileSize: 256px
        maxZoom: 12.5
        zoomSnap: 0.5
        restrict: {bounds: [170, -50, -170, -10], minZoom: 2, maxZoom: 14, minPitch: 0deg, maxPitch: 60deg}
      pacific: {fit: {bounds: [150, -40, -120, 40]}, viewports: [390x844, 844x390]}
    gates:
      features: {maxDecrease: 5%, maxIncrease: 20%, layers: {clusters: {maxDecrease: 1%}}}
      layers: keep
      bounds: {maxShift: 50km}
      tiles: {maxIncrease: 30%}
      bytes: {maxIncrease: 30%}
      properties: {maxLoss: 5%}
      clusters: {minKept: 90%}
      rejected: {maxShare: 0.5%}
      accuracy: {maxError: 1m}
    output:
      path: ../out
      layout: single
      format: directory
      compression: gzip
      compressionLevel: 9
      extent: 8192
      buffer: 128
    """

  /// Options as people write them: on one line each, expressions with and without quotes.
  static let inFlowStyle = """
    name: Quickstart
    attribution: "..."
    sources:
      quakes: {path: quakes.geojson.gz, crs: EPSG:4326, id: code, onInvalid: skip, maxRejected: 0.1%}
    layers:
      quake-circles:
        source: quakes
        kind: circle
        filter: [">=", ["get", "mag"], 4.5]
        zooms: 0-10
        properties: {keep: [mag, depth_km], compute: {strong: [">=", [get, mag], 6]}}
        circle:
          radius: {expression: ["*", 10, ["get", "mag"]], unit: km}
          draw: [center, ring]
          pulse: {scale: [0.8, 1.2], opacity: [0.5, 0.05], duration: 2s}
    output: {path: ../bundle, layout: per-zoom, format: pmtiles}
    """

  /// The problems of a text, or none when it is accepted.
  static func problems(
    _ yaml: String, environment: [String: String] = [:], overrides: [ConfigurationOverride] = []
  ) -> [ConfigurationProblem] {
    do throws(ConfigurationError) {
      _ = try PipelineConfiguration(yaml: yaml, file: "p.yaml", environment: environment, overrides: overrides)
      return []
    } catch {
      if error.problems.isEmpty { Issue.record("an error without problems: \(yaml)") }
      return error.problems
    }
  }

  /// The lines of a table, with line feeds where it has "\\n".
  static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { String($0.replacing(#"\n"#, with: "\n")) }
  }

  /// The minimal configuration with "old => new" replaced; a text without an arrow stands alone.
  static func changed(_ change: String) -> String {
    let parts = change.split(separator: " => ", omittingEmptySubsequences: false)
    return parts.count == 2 ? minimal.replacing(parts[0], with: parts[1]) : change
  }

  /// The minimal configuration with its layer's block replaced.
  static func withLayer(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    return minimal.replacing("    source: quakes\n    kind: cluster", with: indented)
  }

  /// The minimal configuration with a layer of its source and some lines.
  static func layer(_ lines: String) -> String { withLayer("source: quakes\n" + lines) }
}
