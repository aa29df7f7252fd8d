import Foundation
import OvertileConfiguration

extension PipelineConfiguration {
  /// Reads a pipeline as configured on the command line: its options override the environment, which overrides the
  /// file.
  static func load(_ path: String, output: String? = nil, threads: Int? = nil, inputs: String? = nil)
    throws -> PipelineConfiguration
  {
    let options = [("output.path", output, "--output"), ("threads", threads.map { "\($0)" }, "--threads")]
    let overrides = options.compactMap { key, value, origin in
      value.map { ConfigurationOverride(keyPath: key, value: $0, origin: origin) }
    }
    var configuration = try PipelineConfiguration.read(
      file: path, environment: ProcessInfo.processInfo.environment, overrides: overrides)
    configuration.inputs = inputs
    return configuration
  }
}
