import OvertileConfiguration

/// The files that a run of a pipeline reads, and the bundle that it makes, for a program that watches them.
package struct PipelineFiles: Sendable, Hashable {
  /// The path at which readers find the bundle.
  package let bundle: String
  /// The files of the sources, in their order; without standard input and the output of commands.
  package let inputs: [String]

  /// Finds the files. Throws `PipelineError` if an input is missing, or a path is one that the run writes.
  package init(_ configuration: PipelineConfiguration) throws {
    bundle = OutputPaths(configuration).bundle.path
    let paths = try RunPaths(configuration)
    inputs = try configuration.sources.filter { !$0.paths.isEmpty }.flatMap { source in
      try SourceFiles(source, avoiding: paths).files.filter { $0 != SourceFiles.standardInput }
    }
  }
}
