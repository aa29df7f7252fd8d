import ArgumentParser
import OvertileCore
import OvertilePipeline

/// Where the inputs of a pipeline lie, if not where its configuration says.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Look for the sources' files in this folder.", valueName: "folder"), completion: .directory)
  var inputs: String?

  /// The folder; nil for the configuration's.
  ///
  /// - Throws: `PipelineError.inputMissing` if there is none.
  func folder() throws -> String? {
    guard let inputs else { return nil }
    guard FileKind(at: inputs) == .folder else {
      throw PipelineError.inputMissing("--inputs: the folder \(inputs) does not exist")
    }
    let path = String(inputs.reversed().drop { $0 == "/" }.reversed())
    return path.isEmpty ? "/" : path
  }
}
