/// Reading of folders that another process may replace as a whole while they are read by their path.
///
/// In that case the data come from the old folder in part and from the new one in part, so they are discarded and read
/// again. A file in the folder that is written once identifies it.
package struct StableFolder {
  private let paths: [String]
  private let before: [Stamp?]

  /// How often a replaced folder is read again: replacing takes longer than most reading.
  private static let attempts = 8

  private struct Stamp: Hashable {
    var device, number: UInt64
    var seconds, nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
    }
  }

  private init(_ paths: [String]) {
    self.paths = paths
    before = paths.map { Stamp($0) }
  }

  /// The first of the paths at which there is now another file; nil if there is none. O(paths).
  package var replaced: String? {
    zip(paths, before).first { Stamp($0) != $1 }?.0
  }

  /// Runs a body that reads folders, again while one of them was replaced meanwhile.
  ///
  /// - Parameters:
  ///   - paths: the file that identifies each folder.
  ///   - isFinal: whether an error of the body ends it in any case.
  ///   - isChecked: whether the body itself checks `replaced` before it ends well, so that its result holds, even if
  ///     it has replaced a folder.
  ///   - givenUp: the error if folders are replaced again and again; called with the path.
  /// - Throws: the errors of the body if nothing was replaced.
  package static func read<R>(
    _ paths: [String], isFinal: (any Error) -> Bool = { _ in false }, isChecked: Bool = false,
    givenUp: (String) -> any Error, _ body: (StableFolder) throws -> R
  ) throws -> R {
    var last = ""
    for _ in 0..<attempts {
      let folder = StableFolder(paths)
      let result = Result { try body(folder) }
      if case .failure(let error) = result, isFinal(error) { throw error }
      if case .success(let value) = result, isChecked { return value }
      guard let replaced = folder.replaced else { return try result.get() }
      last = replaced
    }
    throw givenUp(last)
  }
}
