import ArgumentParser
import Configuration

/// `overtile schema`: prints the JSON Schema of configurations.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipeline configurations, for editors.",
    discussion: """
      EXAMPLE
        overtile schema > overtile.schema.json
        # then, as a pipeline's first line:
        # yaml-language-server: $schema=overtile.schema.json
      """)

  func run() throws {
    try StandardOutput.write(Array(PipelineConfiguration.jsonSchema().utf8))
  }
}
