import Foundation
import OvertileConfiguration

extension PipelineConfiguration {
  /// Reads a pipeline as configured on the command line: its options override the environment, which overrides the
  /// file.
  static func load(_ path: String, output: String? = nil, threads: Int? = nil, inputs: InputFolder? = nil)
    throws -> PipelineConfiguration
  {
    var overrides: [ConfigurationOverride] = []
    if let output { overrides.append(ConfigurationOverride(keyPath: "output.path", value: output, origin: "--output")) }
    if let threads {
      overrides.append(ConfigurationOverride(keyPath: "threads", value: "\(threads)", origin: "--threads"))
    }
    var configuration = try PipelineConfiguration.read(
      file: path, environment: ProcessInfo.processInfo.environment, overrides: overrides)
    configuration.inputs = inputs
    return configuration
  }
}
