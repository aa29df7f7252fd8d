import Foundation
import OvertilePlatform
import OvertileRegularFiles
import OvertileTileArchive

/// The files that tasks write: a task replaces its own kind of file, and nothing else.
enum TaskOutput {
  /// Checks a path before anything is written.
  ///
  /// - Parameters:
  ///   - starts: the first bytes of files that may be replaced; an empty file may, too.
  ///   - inputs: the part files that the task reads, which it must not replace.
  /// - Throws: `PipelineError.cannotCreate`.
  static func check(_ path: String, mayReplace starts: [String], inputs: [String] = []) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileKind(at: folder) == .folder else {
      throw PipelineError.cannotCreate("\(path): there is no folder \(folder); make it, or give another --output")
    }
    guard let kind = FileKind(at: path) else { return }
    guard kind == .file, let file = try? RegularFile.open(path) else {
      throw PipelineError.cannotCreate("\(path): it is \(kind.words); give another --output")
    }
    defer { close(file.descriptor) }
    let first = try UnixFile.read(
      file.descriptor, path: path, offset: 0, count: min(file.size, starts.map(\.utf8.count).max() ?? 0))
    guard first.isEmpty || starts.contains(where: { first.starts(with: $0.utf8) }) else {
      throw PipelineError.cannotCreate("\(path): what is there was not written by such a task; give another --output")
    }
    let own = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard !inputs.contains(where: { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path == own }) else {
      throw PipelineError.cannotCreate("\(path): the task reads it; give another --output")
    }
  }

  /// Writes a whole file of JSON.
  ///
  /// - Throws: `PipelineError.cannotCreate` where something else is, and those of writing.
  static func write(_ text: [UInt8], to path: String, mayReplace starts: [String]) throws {
    try check(path, mayReplace: starts)
    let file = try StagedFile.beside(path)
    try text.withUnsafeBytes { try UnixFile.write(file.descriptor, path: path, $0) }
    try file.publish(to: path, isDurable: false)
    file.close()
  }
}
