import OvertileExpressions

/// The contents of a validated configuration file, with all defaults filled in.
public struct PipelineConfiguration: Sendable {
  /// The path of the configuration file, as the caller passed it, or "-" for standard input.
  public var file: String
  /// The folder that contains the configuration file. Relative paths in the file are resolved against this folder.
  public var folder: String
  /// The folder against which the sources' relative paths are resolved, or `nil` to use `folder`.
  public var inputs: InputFolder?
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
