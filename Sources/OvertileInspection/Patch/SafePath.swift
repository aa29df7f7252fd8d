import OvertileBundleFormat

/// Paths that a patch or a manifest names, before anything is opened or made under them.
enum SafePath {
  /// Throws unless a path is safe; `owner` is the file that states it.
  static func check(_ path: String, in owner: String) throws {
    guard BundlePath.isSafe(path) else {
      throw ChangesError("\(owner) contains the unsafe path \"\(path)\"")
    }
  }
}
