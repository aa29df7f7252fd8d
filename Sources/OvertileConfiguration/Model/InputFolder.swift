/// The folder against which a pipeline's relative source paths are resolved, instead of the configuration's folder.
///
/// With it, the same configuration can read the inputs of a different night.
public struct InputFolder: Sendable, Hashable {
  /// The path of the folder.
  public var path: String
  /// The name of the folder in messages, in the ledger and in the report.
  public var title: String

  /// Creates an input folder. Without a title, messages show the path.
  public init(path: String, title: String? = nil) {
    (self.path, self.title) = (path, title ?? path)
  }

  /// The name of a file in messages: with the title in place of the path, if it lies below it. O(length).
  package func name(ofFile file: String) -> String {
    guard title != path, file.hasPrefix(path + "/") else { return file }
    return title + file.dropFirst(path.count)
  }
}
