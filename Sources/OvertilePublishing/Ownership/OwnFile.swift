import OvertileCore
import OvertileTileArchive

/// The only way in which this program replaces and removes single files at paths that a user can choose.
///
/// A file is ours if it is a regular file, its name is one that we would write, for which the caller is responsible,
/// and it has the mark of its kind. Everything else is left alone: folders, links, which are never followed, devices,
/// and foreign files.
package enum OwnFile {
  /// Throws if a foreign file is at a path; not if there is nothing.
  ///
  /// - Throws: `PublishingError.cannotCreate` that says what is there.
  package static func rejectForeign(_ path: String, _ mark: FileMark) throws { _ = try identity(path, mark) }

  /// Removes a file of ours; if there is none, this is no error.
  ///
  /// - Returns: false if a file remains that this user may not read.
  /// - Throws: `PublishingError.cannotCreate` if the file is not ours, `inputOutput` if it remains.
  @discardableResult
  package static func remove(_ path: String, _ mark: FileMark) throws -> Bool {
    if isUnreadable(path) { return false }
    if let identity = try identity(path, mark), FileIdentity(at: path) == identity { try FileSystem.unlink(path) }
    return true
  }

  /// Whether a file is there that this user may not read, as after a run as another user. Nobody knows whose it is then.
  package static func isUnreadable(_ path: String) -> Bool {
    FileKind(at: path, followsLinks: false) == .file && access(path, R_OK) != 0 && errno == EACCES
  }

  /// The file at a path, which is ours; nil if there is none.
  private static func identity(_ path: String, _ mark: FileMark) throws -> FileIdentity? {
    guard try FileSystem.kind(at: path) != nil else { return nil }
    let file: RegularFile.Opened
    do { file = try RegularFile.open(path, followsLinks: false) } catch {
      switch error {
      case _ where error.isMissing: return nil
      case .kind(_, let kind): throw PublishingError.foreign("\(path) is \(kind.words), not \(mark.what)")
      // This is not a fault of the file, about which nothing is known then.
      case .system(_, let number) where [EIO, EMFILE, ENFILE, ENOMEM].contains(number):
        throw PublishingError.inputOutput(error.description)
      default:
        throw PublishingError.foreign("\(path) is unreadable (\(error.reason)) and might not be \(mark.what)")
      }
    }
    defer { close(file.descriptor) }
    let head = try UnixFile.read(file.descriptor, path: path, offset: 0, count: min(file.size, FileMark.headBytes))
    guard mark.matches(head) else {
      throw PublishingError.foreign("\(path) is \(head.isEmpty ? "an empty file, " : "")not \(mark.what)")
    }
    return FileIdentity(of: file.descriptor)
  }
}
