/// The paths that a bundle may name: manifests come from outside, so they must not reach beyond their bundle.
package enum BundlePath {
  /// The longest path in bytes.
  package static let longest = 1024

  /// Whether a path is relative, of components other than "", "." and "..", without NUL, of at most 1,024 bytes.
  package static func isSafe(_ path: String) -> Bool {
    guard !path.isEmpty, path.utf8.count <= longest, !path.utf8.contains(0), !path.utf8.contains(UInt8(ascii: "\\"))
    else {
      return false
    }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  /// The folders that lead to a path, the outermost first.
  package static func folders(of path: String) -> [String] {
    let parts = path.split(separator: "/")
    return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
  }
}
