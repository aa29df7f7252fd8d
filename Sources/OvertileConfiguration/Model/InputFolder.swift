/// A folder that replaces the configuration file's folder when the relative paths of sources are resolved.
///
/// Use an input folder to build from different inputs with the same configuration, for example from new data every
/// night.
public struct InputFolder: Sendable, Hashable {
  /// The path of the folder.
  public var path: String
  /// The name of the folder, as shown in messages, the ledger, and the report.
  public var title: String

  /// Creates an input folder with the given path and title. If `title` is `nil`, the path is used as the title.
  public init(path: String, title: String? = nil) {
    (self.path, self.title) = (path, title ?? path)
  }

  /// The name of a file in messages: with the title in place of the path, if it lies below it. O(length).
  package func name(ofFile file: String) -> String {
    guard title != path, file.hasPrefix(path + "/") else { return file }
    return title + file.dropFirst(path.count)
  }
}
