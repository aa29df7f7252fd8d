import OvertileCore
import OvertilePublishing

/// Inputs that can be read only once: standard input, pipes, sockets and devices.
///
/// If one source reads from a stream, no other gets those bytes, and a source that waits for the rest waits forever.
package enum SourceStreams {
  /// Whether an input can be read only once, and is left to the build.
  package static func isStream(_ input: SourceInput) -> Bool { input.command != nil || isStream(input.name) }

  /// Whether a file of a source is a stream. A path at which there is nothing is not.
  package static func isStream(_ path: String) -> Bool {
    if path == SourceFiles.standardInput { return true }
    guard let kind = FileKind(at: path) else { return false }
    return kind != .file && kind != .folder
  }

  /// Throws if two of the files of all sources are one stream, whatever their paths.
  ///
  /// - Throws: `PipelineError.configuration`.
  static func rejectShared(_ sources: [PlannedSource], of file: String) throws {
    var known: [FileIdentity?: (name: String, source: String)] = [:]
    for source in sources {
      for input in source.inputs where input.command == nil && isStream(input.name) {
        // Nothing is known about a missing file or a closed standard input: they count as one.
        let identity = input.file.map { FileIdentity(following: $0) } ?? FileIdentity(of: STDIN_FILENO)
        let name = input.title
        if let first = known[identity] {
          let whose = first.source == source.name ? "" : " of source \"\(first.source)\""
          throw PipelineError.configuration(
            "\(file):\(source.configuration.name.position): source \"\(source.name)\": \(name) is the same stream as "
              + "\(first.name)\(whose), but a stream can be read only once. Name it only once, or use a regular file")
        }
        known[identity] = (name, source.name)
      }
    }
  }
}
