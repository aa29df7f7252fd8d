import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// The contents of a validated configuration file, with all defaults filled in.
public struct PipelineConfiguration: Sendable {
  /// The path of the configuration file, as the caller passed it, or "-" for standard input.
  public var file: String
  /// The folder that contains the configuration file. Relative paths in the file are resolved against this folder.
  public var folder: String
  /// The folder against which the sources' relative paths are resolved, or `nil` to use `folder`.
  ///
  /// Set another folder to build from different inputs with the same configuration, for example from new data every
  /// night.
  public var inputs: String?
  /// The name of the bundle.
  public var name: String
  /// A one-sentence description of the bundle's content, or `nil` if the configuration does not specify one.
  public var summary: String?
  /// The attribution for the data, as text or HTML, or `nil` if the configuration does not specify one.
  public var attribution: String?
  /// The semantic version of the bundle's content, or `nil` if the configuration does not specify one.
  public var version: String?
  /// The sources in the order of the file, at least one.
  package var sources: [SourceConfiguration]
  /// The layers in the order of the file, at least one.
  package var layers: [LayerConfiguration]
  /// The presets of cameras in the order of the file.
  package var cameras: [CameraPreset]
  /// The output and its path.
  package var output: OutputConfiguration
  /// The gates of a new bundle before it replaces the old one.
  package var gates: GateConfiguration
  /// The number of worker threads, 1...1024; nil to use every core.
  package var threads: Int?
  /// One spelling of everything in the file that can affect the bundle's bytes: equal for files that differ in layout,
  /// comments, the order of keys, paths, threads, or in defaults written out. For the configuration's digest.
  package internal(set) var canonicalText: String
  /// The file's text: for messages, and so that the tasks of a run know that they have the same file.
  package var text: String
  /// The options and variables whose values replace the file's, for messages.
  var origins: [String] = []

  /// An error about something outside the file that a value refers to, such as an input that does not exist.
  ///
  /// - Parameters:
  ///   - position: the value's position, from a `Located`.
  ///   - keyPath: the key path, such as "sources.quakes.path".
  ///   - reason: the error.
  package func error(at position: SourcePosition, keyPath: String, _ reason: String) -> ConfigurationError {
    var log = ProblemLog(text: text, origins: origins)
    log.note(.reference, at: position, reason, key: keyPath)
    return ConfigurationError(file: file, problems: log.problems)
  }
}

extension PipelineConfiguration {
  static let name = Key("name", Rule<String>.string, .required, "The bundle's name.")
  static let description = Key("description", Rule<String>.string, "A one-sentence description of the bundle.")
  static let attribution = Key("attribution", Rule<String>.string, "The attribution of the data, as text or HTML.")
  static let version = Key(
    "version",
    Rule<String>.text(
      #"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"#,
      like: "a semantic version, such as \"1.4.0\""), "The semantic version of the content, such as \"1.4.0\".")
  static let sources = Key(
    "sources", SourceConfiguration.rule.named(atLeast: 1, orderMatters: false), .required, "The sources, by name.")
  static let layers = Key(
    "layers", LayerConfiguration.rule.named(atLeast: 1), .required, "The layers of the bundle, by name.")
  static let cameras = Key(
    "cameras", CameraPreset.rule.named(orderMatters: false), .implied([:]),
    "Camera presets, by name. They are computed with the bundle and written to its manifest.")
  static let output = Key("output", OutputConfiguration.rule, .required, "The output and its path.")
  static let gates = Key(
    "gates", GateConfiguration.rule, shapesBundle: false,
    "Checks that a new bundle must pass to replace the old one. If a check fails, the run ends with exit code 65.")
  static let threads = Key(
    "threads", Rule.integer(1...1024), shapesBundle: false,
    "The number of worker threads; by default, one per core.")

  static let rule = Rule<PipelineConfiguration>.mapping([
    name, description, attribution, version, sources, layers, cameras, output, gates, threads,
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

  /// The JSON Schema (draft 2020-12) of configuration files, for editors: made from the same description that the decoder
  /// reads by. The same text every time, with sorted keys and a newline at the end.
  ///
  /// It accepts every file that the decoder accepts. The decoder is stricter where a schema cannot express it: limits
  /// of numbers with units, names that refer to each other, and the inside of expressions.
  package static func jsonSchema() -> String {
    let schema = rule.schema.adding([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Overtile pipeline",
      "description": "What an Overtile bundle consists of: sources, layers and the output.",
      "$defs": [
        "expression": Rule<FeatureExpression>.expressionDefinition,
        "filter": Rule<FeatureExpression>.filterDefinition,
      ],
    ])
    return String(decoding: schema.lines, as: UTF8.self)
  }

  /// Notes the names of sources and layers that the file does not have. The names are those in the file's text, so that a
  /// mistake elsewhere does not hide this one.
  private static func noteUnknownNames(_ pipeline: ConfigurationNode, _ log: inout ProblemLog) {
    func names(_ key: String) -> Set<String> { Set((pipeline[key]?.entries ?? []).map(\.key)) }
    let (sources, layers) = (names("sources"), names("layers"))
    func check(_ name: String?, _ kind: String, among known: Set<String>, at position: SourcePosition, _ key: String) {
      guard let name, !name.isEmpty, !known.isEmpty, !known.contains(name) else { return }
      func hint() -> String { NearestName.suggestion(for: name, among: known.sorted()) }
      log.note(.unknownName, at: position, "no \(kind) is called \"\(name)\"\(hint())", key: key)
    }
    for layer in pipeline["layers"]?.entries ?? [] {
      let source = layer.value["source"] ?? layer.value
      check(source.string, "source", among: sources, at: source.position, "layers.\(layer.key).source")
    }
    for camera in pipeline["cameras"]?.entries ?? [] {
      let layer = camera.value["fit"]?["layer"] ?? camera.value
      check(layer.string, "layer", among: layers, at: layer.position, "cameras.\(camera.key).fit.layer")
    }
    for gate in pipeline["gates"]?["features"]?["layers"]?.entries ?? [] {
      check(gate.key, "layer", among: layers, at: gate.keyPosition, "gates.features.layers.\(gate.key)")
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
        let reason = "this name is too long for a file of the layer, of at most \(BundleFileName.longest) bytes"
        log.note(.badValue, at: position, reason, key: key)
      }
      if let archive, let other = known.updateValue(name, forKey: archive.lowercased()) {
        let reason = "archives have the names of layers, but \"\(other)\" and \"\(name)\" differ only in case"
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
