import Foundation

extension FileSystem {
  /// Writes a small file as a whole: a temporary one beside it, synced, then renamed over one of its kind.
  ///
  /// - Parameter temporary: the temporary file; by default the path and ".partial".
  /// - Throws: `PublishingError.cannotCreate` if something else is at either path.
  package static func replace(
    _ path: String, with data: Data, _ mark: FileMark, temporary: String? = nil
  ) throws {
    try OwnFile.rejectForeign(path, mark)
    let file = try TemporaryFile(temporary ?? path + ".partial", mark)
    try data.withUnsafeBytes { try file.append($0) }
    try file.publish(to: path, replacing: .own(mark))
  }
}
