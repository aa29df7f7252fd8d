/// Paths that a patch or a manifest names, before anything is opened or made under them.
enum SafePath {
  /// The longest path in bytes.
  static let longest = 1024

  /// Whether a path stays below the folder that it is relative to, whatever stands there.
  static func isSafe(_ path: String) -> Bool {
    guard !path.isEmpty, path.utf8.count <= longest, !path.utf8.contains(0) else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Throws unless a path is safe; `owner` names what states it.
  static func check(_ path: String, in owner: String) throws {
    guard isSafe(path) else { throw ChangesError("\(owner) names the path \"\(path)\", which is not below the bundle") }
  }
}
