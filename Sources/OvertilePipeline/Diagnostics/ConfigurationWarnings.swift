import OvertileConfiguration

/// The parts of a configuration that are allowed, but may not do what was meant.
enum ConfigurationWarnings {
  /// A warning for each such thing.
  static func diagnostics(_ configuration: PipelineConfiguration) -> [Diagnostic] {
    OutputName.diagnostics(configuration.output)
      + configuration.keysWithoutEffect.map { key in
        let location = "\(configuration.file):\(key.position)"
        var warning = Diagnostic(.keyWithoutEffect, "\(location): \(key.keyPath) has no effect: \(key.reason)")
        warning.askedBy = "\(location): \(key.keyPath)"
        return warning
      } + configuration.layers.flatMap { unmet($0, file: configuration.file) }
  }

  /// A warning for each comparison of a layer that has the same result for every feature.
  private static func unmet(_ layer: LayerConfiguration, file: String) -> [Diagnostic] {
    layer.askingExpressions.flatMap { asking in
      asking.expression.unmetComparisons.map { unmet in
        let asked = "\(file):\(unmet.position) (\(asking.role))"
        var warning = Diagnostic(
          .neverHolds,
          "layer \"\(layer.name.value)\": \(unmet.text) \(unmet.outcome): \(unmet.reason); "
            + "asked for by \(asked)", source: layer.source.value, layer: layer.name.value)
        warning.askedBy = asked
        return warning
      }
    }
  }
}
