/// The folder where the relative paths of a pipeline's sources start, in place of the configuration's folder.
///
/// So the same configuration can read the inputs of another night.
public struct InputFolder: Sendable, Hashable {
  /// The folder's path.
  public var path: String
  /// The name of the folder in messages, ledger and report.
  public var title: String

  /// Names a folder; without a title it is its path.
  public init(path: String, title: String? = nil) {
    (self.path, self.title) = (path, title ?? path)
  }

  /// The name of a file in messages: with the title in place of the path, if it lies below it. O(length).
  package func name(ofFile file: String) -> String {
    guard title != path, file.hasPrefix(path + "/") else { return file }
    return title + file.dropFirst(path.count)
  }
}
