import ArgumentParser
import OvertileBundleFormat
import OvertileConfiguration

/// `overtile schema`: prints the JSON Schema of configurations, or that of manifests.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipelines or manifests.",
    discussion: """
      EXAMPLES
        overtile schema > overtile.schema.json
        # then, as a pipeline's first line:
        # yaml-language-server: $schema=overtile.schema.json

        overtile schema --manifest > manifest.schema.json
      """)

  @Flag(help: "Print the schema of a bundle's manifest, \(BundleManifest.fileName), instead.")
  var manifest = false

  func run() throws {
    try StandardOutput.write(
      manifest ? BundleManifest.jsonSchema() : Array(PipelineConfiguration.jsonSchema().utf8))
  }
}
