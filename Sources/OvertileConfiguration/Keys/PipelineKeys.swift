import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// The keys at the top of a configuration.
enum PipelineKeys {
  static let name = Key("name", Rule<String>.string, .required, "The bundle's name.")
  static let description = Key("description", Rule<String>.string, "A one-sentence description of the bundle.")
  static let attribution = Key("attribution", Rule<String>.string, "The attribution of the data, as text or HTML.")
  static let version = Key(
    "version",
    Rule<String>.text(
      #"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"#,
      like: "a semantic version, such as \"1.4.0\""), "The semantic version of the content, such as \"1.4.0\".")
  static let sources = Key(
    "sources", SourceKeys.rule.named(atLeast: 1, orderMatters: false), .required, "The sources, by name.")
  static let layers = Key("layers", LayerKeys.rule.named(atLeast: 1), .required, "The layers of the bundle, by name.")
  static let cameras = Key(
    "cameras", CameraKeys.rule.named(orderMatters: false), .implied([:]),
    "Camera presets, by name. They are computed with the bundle and written to its manifest.")
  static let output = Key("output", OutputKeys.rule, .required, "The output and its path.")
  static let gates = Key(
    "gates", GateKeys.rule, shapesBundle: false,
    "Checks that a new bundle must pass to replace the old one. If a check fails, the run ends with exit code 65.")
  static let threads = Key(
    "threads", Rule.integer(1...1024), shapesBundle: false,
    "The number of worker threads; by default, one per core.")

  static let rule = Rule<PipelineConfiguration>.mapping([
    name, description, attribution, version, sources, layers, cameras,
    output, gates, threads,
  ]) { fields, log in
    let (sources, cameras) = (fields.optional(sources) ?? [], fields.optional(cameras) ?? [])
    var layers = fields.optional(layers) ?? []
    noteStandardInput(sources, &log)
    noteUnknownNames(fields.node, &log)
    noteFileNames(layers, of: fields.optional(output), &log)
    assignFilters(of: cameras, to: &layers, &log)
    var gates = fields.optional(gates) ?? GateConfiguration()
    gates.maxAges = sources.compactMap { source in source.maxAge.map { (source.name.value, $0) } }
    return PipelineConfiguration(
      file: "", folder: "", name: try fields(name), summary: fields.optional(description),
      attribution: fields.optional(attribution), version: fields.optional(version), sources: sources, layers: layers,
      cameras: cameras, output: try fields(output), gates: gates,
      threads: fields.optional(threads), canonicalText: "", text: "")
  }

  /// Notes the names of sources and layers that the file does not have. The names are those in the file's text, so that a
  /// mistake elsewhere does not hide this one.
  private static func noteUnknownNames(_ pipeline: ConfigurationNode, _ log: inout ProblemLog) {
    func names(_ key: String) -> Set<String> { Set((pipeline[key]?.entries ?? []).map(\.key)) }
    let known = ["source": names("sources"), "layer": names("layers")]
    let sources = (pipeline["layers"]?.entries ?? []).map {
      ("source", $0.value["source"], "layers.\($0.key).source")
    }
    let targets = (pipeline["cameras"]?.entries ?? []).map {
      ("layer", $0.value["fit"]?["layer"], "cameras.\($0.key).fit.layer")
    }
    let gates = (pipeline["gates"]?["features"]?["layers"]?.entries ?? []).map {
      ("layer", ConfigurationNode(.string($0.key), at: $0.keyPosition) as ConfigurationNode?, "gates.features.layers.\($0.key)")
    }
    for (kind, node, key) in sources + targets + gates {
      guard let node, let name = node.string, !name.isEmpty, let names = known[kind], !names.isEmpty,
        !names.contains(name)
      else { continue }
      let hint = NearestName.suggestion(for: name, among: names.sorted())
      log.note(.unknownName, at: node.position, "no \(kind) is called \"\(name)\"\(hint)", key: key)
    }
  }

  /// Checks that layers can have members and archives named after them, also where file systems ignore case.
  private static func noteFileNames(
    _ layers: [LayerConfiguration], of output: OutputConfiguration?, _ log: inout ProblemLog
  ) {
    let container = output?.layout == .perLayer ? output?.format : nil
    var known: [String: String] = [:]
    for layer in layers {
      let (name, position, key) = (layer.name.value, layer.name.position, "layers.\(layer.name.value)")
      let archive = container.map { BundleFileName.tiles(of: name) + $0.ending }
      var files = archive.map { [$0] } ?? []
      if case .cluster(let cluster) = layer.kind, cluster.members != .none {
        files.append(BundleFileName.members(of: name))
      }
      if files.contains(where: { $0.utf8.count > BundleFileName.longest }) {
        let reason = "this name is too long for a file of the layer, whose name may have \(BundleFileName.longest) bytes"
        log.note(.badValue, at: position, reason, key: key)
      }
      if let archive, let other = known.updateValue(name, forKey: archive.lowercased()) {
        let reason = "layout: per-layer names archives after layers, but \"\(other)\" and \"\(name)\" differ only in case"
        log.note(.conflict, at: position, reason, key: key)
      }
    }
  }

  /// Standard input can be read only once.
  private static func noteStandardInput(_ sources: [SourceConfiguration], _ log: inout ProblemLog) {
    let uses = sources.flatMap { source in source.paths.filter { $0.value == "-" }.map { (source.name.value, $0) } }
    for (source, path) in uses.dropFirst() {
      log.note(.conflict, at: path.position, "standard input can be read only once", key: "sources.\(source).path")
    }
  }

  /// Sets on each layer the selections of presets, which read its computed properties.
  private static func assignFilters(
    of cameras: [CameraPreset], to layers: inout [LayerConfiguration], _ log: inout ProblemLog
  ) {
    for camera in cameras {
      guard case .layer(let name, let filter?) = camera.target,
        let index = layers.firstIndex(where: { $0.name.value == name.value })
      else { continue }
      do throws(ExpressionError) {
        let reading = try filter.reading(layers[index].properties.computed)
        layers[index].cameraFilters.append((camera.name.value, reading))
      } catch {
        log.note(.expression, at: error.position, error.reason, key: "cameras.\(camera.name.value).fit.filter")
      }
    }
  }
}
