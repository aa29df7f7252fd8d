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
    noteFileNames(layers ?? [], of: fields.optional(output), &log)
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

  /// Checks that layers can have members and archives named after them, also where file systems ignore case.
  private static func noteFileNames(
    _ layers: [LayerConfiguration], of output: OutputConfiguration?, _ log: inout ProblemLog
  ) {
    let archives = output?.layout == .perLayer ? output?.format : nil
    var known: [String: String] = [:]
    for (layer, kind) in layers.map({ ($0.name, $0.kind) }) {
      let archive = archives.map { BundleFileName.tiles(of: layer.value) + $0.ending }
      var names = [archive].compactMap(\.self)
      if case .cluster(let options) = kind, options.members != .none {
        names.append(BundleFileName.members(of: layer.value))
      }
      if let file = names.first(where: { $0.utf8.count > BundleFileName.longest }) {
        log.note(
          .badValue, at: layer.position,
          "this name is too long for a file of the layer: \"\(file.prefix(20))...\" has \(file.utf8.count) bytes, and the "
            + "limit is \(BundleFileName.longest)", key: "layers.\(layer.value)")
      }
      if let file = archive, let other = known.updateValue(layer.value, forKey: file.lowercased()) {
        log.note(
          .conflict, at: layer.position,
          "layout: per-layer names an archive after each layer, but \"\(other)\" and \"\(layer.value)\" differ only "
            + "in case, which many file systems ignore; rename one of them", key: "layers.\(layer.value)")
      }
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

extension ProblemLog {
  /// Notes a name of a source or layer that the file does not have. The names are those in the file's text, so that a
  /// mistake elsewhere does not hide this one.
  fileprivate mutating func noteUnknown(
    _ kind: String, _ node: ConfigurationNode?, among names: Set<String>, key: String
  ) {
    guard let node, let name = node.string, !names.isEmpty, !name.isEmpty, !names.contains(name) else { return }
    let hint =
      kind == "source" && names.count == 1
      ? "; the only one is \"\(names.joined())\"" : NearestName.suggestion(for: name, among: names.sorted())
    note(.unknownName, at: node.position, "no \(kind) is called \"\(name)\"\(hint)", key: key)
  }
}
