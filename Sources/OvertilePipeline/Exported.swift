/// What a program sees of other modules: `PipelineBuild` takes a `PipelineConfiguration`, gates have a `GateName`, and reading throws
/// `ConfigurationError`, which holds `SourcePosition`s. So that `import OvertilePipeline` is all that a program writes, their modules
/// are exported here; what is public in them is no more than that.
@_exported import OvertileConfiguration
@_exported import OvertileExpressions
