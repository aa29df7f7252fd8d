import OvertileBundleFormat
import OvertileCore

/// The keys at the top of a configuration.
enum PipelineKeys {
  static let name = Key("name", Rule<String>.string, .required, "The bundle's name.")
  static let description = Key("description", Rule<String>.string, "A one-sentence description of the bundle.")
  static let attribution = Key("attribution", Rule<String>.string, "The attribution of the data, as text or HTML.")
  static let version = Key(
    "version", Rule<String>.semanticVersion, "The semantic version of the content, such as \"1.4.0\".")
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
    let (sources, cameras) = (fields.optional(sources), fields.optional(cameras) ?? [])
    var layers = fields.optional(layers)
    if let sources { noteStandardInput(sources, &log) }
    noteUnknownNames(fields.node, &log)
    if fields.optional(output)?.layout == .perLayer { noteFileNames(layers ?? [], &log) }
    noteMembersNames(layers ?? [], &log)
    layers?.assignFilters(of: cameras, &log)
    guard let sources, let layers else { throw Incomplete() }
    var gates = fields.optional(gates) ?? GateConfiguration()
    gates.maxAges = sources.compactMap { source in source.maxAge.map { (source.name.value, $0) } }
    return PipelineConfiguration(
      file: "", folder: "", name: try fields(name), summary: fields.optional(description),
      attribution: fields.optional(attribution), version: fields.optional(version), sources: sources, layers: layers,
      cameras: cameras, output: try fields(output), gates: gates,
      threads: fields.optional(threads), canonicalText: "", text: "")
  }

  /// Notes the names of sources and layers that the file does not have.
  private static func noteUnknownNames(_ pipeline: ConfigurationNode, _ log: inout ProblemLog) {
    func names(_ key: String) -> Set<String> { Set((pipeline[key]?.entries ?? []).map(\.key)) }
    let (sources, layers) = (names("sources"), names("layers"))
    for layer in pipeline["layers"]?.entries ?? [] {
      log.noteUnknown("source", layer.value["source"], among: sources, key: "layers.\(layer.key).source")
    }
    for camera in pipeline["cameras"]?.entries ?? [] {
      let layer = camera.value["fit"]?["layer"]
      log.noteUnknown("layer", layer, among: layers, key: "cameras.\(camera.key).fit.layer")
    }
    for gate in pipeline["gates"]?["features"]?["layers"]?.entries ?? [] {
      let layer = ConfigurationNode(.string(gate.key), at: gate.keyPosition)
      log.noteUnknown("layer", layer, among: layers, key: "gates.features.layers.\(gate.key)")
    }
  }

  /// Checks that layers can have archives named after them, also where file systems ignore case.
  private static func noteFileNames(_ layers: [LayerConfiguration], _ log: inout ProblemLog) {
    var known: [String: String] = [:]
    for layer in layers.map(\.name) {
      let file = BundleFileName.tiles(of: layer.value)
      if file.utf8.count > BundleFileName.longestStem {
        log.note(
          .badValue, at: layer.position,
          "layout: per-layer names an archive after each layer, but this name is too long for a file: "
            + "\"\(file.prefix(20))...\" has \(file.utf8.count) bytes, and the limit is \(BundleFileName.longestStem)",
          key: "layers.\(layer.value)")
      }
      if let other = known.updateValue(layer.value, forKey: file.lowercased()) {
        log.note(
          .conflict, at: layer.position,
          "layout: per-layer names an archive after each layer, but \"\(other)\" and \"\(layer.value)\" differ only "
            + "in case, which many file systems ignore; rename one of them", key: "layers.\(layer.value)")
      }
    }
  }

  /// Checks that layers of clusters can have files of members named after them.
  private static func noteMembersNames(_ layers: [LayerConfiguration], _ log: inout ProblemLog) {
    for layer in layers {
      guard case .cluster(let options) = layer.kind, options.members != .none else { continue }
      let count = BundleFileName.members(of: layer.name.value).utf8.count
      guard count > 255 else { continue }
      log.note(
        .badValue, at: layer.name.position,
        "the file name of the layer's members would be \(count) bytes long; the limit is 255. Choose a shorter name",
        key: "layers.\(layer.name.value)")
    }
  }

  /// Standard input can be read only once.
  private static func noteStandardInput(_ sources: [SourceConfiguration], _ log: inout ProblemLog) {
    let uses = sources.flatMap { source in source.paths.filter { $0.value == "-" }.map { (source, $0) } }
    for (source, path) in uses.dropFirst() {
      log.note(
        .conflict, at: path.position, "standard input can be read only once",
        key: "sources.\(source.name.value).path")
    }
  }
}
