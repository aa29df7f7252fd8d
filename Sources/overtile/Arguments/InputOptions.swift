import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertilePipeline

/// Where the inputs of a pipeline lie, if not where its configuration says.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Look for the sources' files in this folder.", valueName: "folder"), completion: .directory)
  var inputs: String?

  /// For programs that copy inputs: messages, ledger and report name this in place of the folder.
  @Option(help: .hidden)
  var inputsTitle: String?

  func validate() throws {
    if inputs == "" { throw ValidationError("--inputs: the folder name is empty") }
    if inputs == nil, inputsTitle != nil { throw ValidationError("--inputs-title requires --inputs") }
  }

  /// The folder; nil for the configuration's.
  ///
  /// - Throws: `PipelineError.inputMissing` if there is none.
  func folder() throws -> InputFolder? {
    guard let inputs else { return nil }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: inputs, isDirectory: &isFolder), isFolder.boolValue else {
      throw PipelineError.inputMissing("--inputs: the folder \(inputs) does not exist")
    }
    let path = Self.withoutSlashes(inputs)
    return InputFolder(path: path.isEmpty ? "/" : path, title: inputsTitle.map(Self.withoutSlashes))
  }

  /// A path without slashes at its end.
  private static func withoutSlashes(_ path: String) -> String {
    String(path.reversed().drop { $0 == "/" }.reversed())
  }
}
