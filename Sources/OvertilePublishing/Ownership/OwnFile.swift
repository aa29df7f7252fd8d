import OvertileCore

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
  /// - Throws: `PublishingError.cannotCreate` if the file is not ours, `inputOutput` if it remains.
  package static func remove(_ path: String, _ mark: FileMark) throws {
    guard let identity = try identity(path, mark), FileIdentity(at: path) == identity else { return }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw PublishingError.inputOutput("cannot remove \(path): \(FileSystem.lastError())")
    }
  }

  /// Whether a file is there that this user may not read, as after a run as another user. Nobody knows whose it is then.
  package static func isUnreadable(_ path: String) -> Bool {
    (try? FileSystem.entry(at: path)) == .file && access(path, R_OK) != 0 && errno == EACCES
  }

  /// Throws if anything but a regular file is at a path; not if there is nothing.
  package static func rejectSpecial(_ path: String) throws {
    switch try FileSystem.entry(at: path) {
    case .nothing, .file: return
    case let other: throw foreign(path, "\(other.words), not a file")
    }
  }

  /// The file at a path, which is ours; nil if there is none.
  private static func identity(_ path: String, _ mark: FileMark) throws -> FileIdentity? {
    switch try FileSystem.entry(at: path) {
    case .nothing: return nil
    case .file: break
    case let other: throw foreign(path, "\(other.words), not \(mark.what)")
    }
    // Opening does not block: a pipe may have appeared there just now.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      // This is not a fault of the file, about which nothing is known then.
      if [EIO, EMFILE, ENFILE, ENOMEM].contains(errno) {
        throw PublishingError.inputOutput("cannot read \(path): \(FileSystem.lastError())")
      }
      throw foreign(path, "unreadable (\(FileSystem.lastError())) and might not be \(mark.what)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw foreign(path, "not a file")
    }
    var head = [UInt8](repeating: 0, count: FileMark.headBytes)
    guard let count = FileSystem.fill(&head, from: descriptor) else {
      throw PublishingError.inputOutput("cannot read \(path): \(FileSystem.lastError())")
    }
    guard mark.matches(Array(head.prefix(count))) else {
      throw foreign(path, count == 0 ? "an empty file, \(mark.otherwise)" : mark.otherwise)
    }
    return FileIdentity(status)
  }

  private static func foreign(_ path: String, _ what: String) -> PublishingError {
    .cannotCreate(
      "\(path) is \(what), so overtile left it unchanged. Move it out of the way, or choose a different path")
  }
}
