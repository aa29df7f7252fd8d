/// The types of other modules that a program sees: `PipelineBuild` takes a `PipelineConfiguration` and `BuildOptions`, gates
/// have a `GateName`, and reading throws `ConfigurationError`, which holds `SourcePosition`s. Their modules are exported
/// here, so that a program needs only `import OvertilePipeline`; only these types are public in them.
@_exported import OvertileConfiguration
@_exported import OvertileExpressions
@_exported import OvertileReading
