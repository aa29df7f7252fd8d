import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

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
    "cameras", CameraKeys.rule.named(orderMatters: false), .implied(.mapping([])),
    "Camera presets, by name. They are computed with the bundle and written to its manifest.")
  static let output = Key("output", OutputKeys.rule, .required, "The output and its path.")
  static let gates = Key(
    "gates", GateKeys.rule, shapesBundle: false,
    "Checks that a new bundle must pass to replace the old one. If a check fails, the run ends with exit code 65.")
  static let threads = Key(
    "threads", Rule.integer(1...1024), shapesBundle: false,
    "The number of worker threads; by default, one per core.")

  static let rule = Rule<PipelineConfiguration>.mapping([
    name.erased, description.erased, attribution.erased, version.erased, sources.erased, layers.erased, cameras.erased,
    output.erased, gates.erased, threads.erased,
  ]) { (fields, log) throws(Incomplete) in
    let sources = fields.optional(sources)?.map { entry in
      var source = entry.value
      source.name = entry.name
      return source
    }
    var layers = fields.optional(layers)?.map { entry in
      var layer = entry.value
      layer.name = entry.name
      return layer
    }
    let cameras = fields.optional(cameras)?.map { entry in
      var camera = entry.value
      camera.name = entry.name
      return camera
    }
    if let sources { noteStandardInput(sources, &log) }
    noteUnknownSources(fields, &log)
    if fields.optional(output)?.layout == .perLayer { noteFileNames(layers ?? [], &log) }
    CameraKeys.noteUnknownLayers(
      presets: fields.entries(below: "cameras"), layers: fields.entries(below: "layers").map(\.key), &log)
    GateKeys.noteUnknownLayers(
      fields.entries(below: "gates"), layers: fields.entries(below: "layers").map(\.key), &log)
    layers?.assignFilters(of: cameras ?? [], &log)
    guard let sources, let layers else { throw Incomplete() }
    var gates = fields.optional(gates) ?? GateConfiguration()
    gates.maxAges = sources.compactMap { source in source.maxAge.map { (source.name.value, $0) } }
    return PipelineConfiguration(
      file: "", folder: "", name: try fields(name), summary: fields.optional(description),
      attribution: fields.optional(attribution), version: fields.optional(version), sources: sources, layers: layers,
      cameras: cameras ?? [], output: try fields(output), gates: gates,
      threads: fields.optional(threads), canonicalText: "", text: "")
  }

  /// Reads the text of the file, so that a mistake elsewhere in a source or layer does not hide this one.
  private static func noteUnknownSources(_ fields: Fields, _ log: inout ProblemLog) {
    let names = fields.entries(below: "sources").map(\.key)
    guard !names.isEmpty else { return }
    let known = Set(names)
    for layer in fields.entries(below: "layers") {
      guard case .mapping(let entries) = layer.value.content, let entry = entries.first(where: { $0.key == "source" }),
        case .string(let name) = entry.value.content, !name.isEmpty, !known.contains(name)
      else { continue }
      log.note(
        .unknownName, at: entry.value.position,
        "no source is called \"\(name)\""
          + (names.count == 1 ? "; the only one is \"\(names[0])\"" : NearestName.suggestion(for: name, among: names)),
        key: "layers.\(layer.key).source")
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
