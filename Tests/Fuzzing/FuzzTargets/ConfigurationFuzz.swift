import OvertileConfiguration

/// Configurations: errors with positions inside the text, or a configuration whose normal form is stable.
@Sendable func fuzzConfiguration(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let configuration = try PipelineConfiguration(yaml: text, file: "fuzz.yaml")
    precondition(!configuration.layers.isEmpty)
    precondition(try! PipelineConfiguration(yaml: text, file: "fuzz.yaml").canonicalText == configuration.canonicalText)
  } catch {
    precondition(!error.problems.isEmpty)
  }
}
