import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertilePipeline

/// Where the inputs of a pipeline lie, if not where its configuration says.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Look for the sources' files in this folder.", valueName: "folder"), completion: .directory)
  var inputs: String?

  /// The folder; nil for the configuration's.
  ///
  /// - Throws: `PipelineError.inputMissing` if there is none.
  func folder() throws -> InputFolder? {
    guard let inputs else { return nil }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: inputs, isDirectory: &isFolder), isFolder.boolValue else {
      throw PipelineError.inputMissing("--inputs: the folder \(inputs) does not exist")
    }
    let path = String(inputs.reversed().drop { $0 == "/" }.reversed())
    return InputFolder(path: path.isEmpty ? "/" : path)
  }
}
