import Foundation
import OvertileCore

/// A program and its arguments, which run without a shell.
package struct ExternalCommand: Sendable {
  /// The name of the program as written.
  package let name: String
  /// The path of the executable file.
  package let program: String
  /// The arguments, without the program.
  package let arguments: [String]
  /// The working directory of the program.
  package let folder: String
  /// The variables that are added to the environment of this process.
  package let variables: [String: String]
  /// The text for standard input, such as a secret that must not be visible in the arguments; nil if there is none.
  package let input: String?

  /// Finds a program.
  ///
  /// A name with a slash is relative to the folder. Any other name is looked up in PATH.
  ///
  /// - Throws: `CommandError` with the kind `notFound`, or `notStarted` if the file exists but cannot be run.
  package init(
    _ name: String, _ arguments: [String], in folder: String, variables: [String: String] = [:], input: String? = nil
  ) throws(CommandError) {
    let start = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
    (self.name, self.arguments, self.folder) = (name, arguments, start)
    (self.variables, self.input) = (variables, input)
    let candidates: [String]
    if name.contains("/") {
      candidates = [name.hasPrefix("/") ? name : start + "/" + name]
    } else {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      candidates = path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    }
    guard let program = candidates.first(where: Self.isProgram) else {
      let faults = candidates.lazy.compactMap { Self.fault($0, shown: name.contains("/") ? name : $0) }
      if let fault = faults.first { throw CommandError(.notStarted, fault) }
      throw CommandError(.notFound, "there is no program \(name)" + (name.contains("/") ? "" : " in PATH"))
    }
    self.program = program
  }

  private static func isProgram(_ path: String) -> Bool {
    FileKind(at: path) == .file && access(path, X_OK) == 0
  }

  /// The reason that the file at a path cannot be run; nil if there is none.
  private static func fault(_ path: String, shown: String) -> String? {
    guard let kind = FileKind(at: path) else { return nil }
    return kind == .file
      ? "\(shown) is not executable; run chmod +x \(shown)" : "\(shown) is \(kind.words), not a program"
  }
}
