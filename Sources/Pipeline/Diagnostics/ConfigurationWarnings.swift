import Configuration

/// What a configuration says that is allowed, and may not do what was meant.
enum ConfigurationWarnings {
  /// A warning for each such thing.
  static func diagnostics(_ configuration: PipelineConfiguration) -> [Diagnostic] {
    OutputName.diagnostics(configuration.output)
      + configuration.keysWithoutEffect.map { key in
        let place = "\(configuration.file):\(key.position)"
        var warning = Diagnostic(.keyWithoutEffect, "\(place): \(key.keyPath) has no effect: \(key.reason)")
        warning.askedBy = "\(place): \(key.keyPath)"
        return warning
      }
  }
}
