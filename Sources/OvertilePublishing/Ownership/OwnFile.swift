import OvertilePlatform

/// The only way in which this program replaces and removes single files at paths that a user can choose.
///
/// A file is ours if it is a regular file, its name is one that we would write, for which the caller is responsible,
/// and its first bytes are those of its kind. Everything else is left alone: folders, links, which are never followed,
/// devices, and foreign files.
package enum OwnFile {
  /// Throws if a foreign file is at a path; not if there is nothing.
  ///
  /// - Parameter isUnfinished: whether it is the path of a temporary file, which may also be empty.
  /// - Throws: `PublishingError.cannotCreate` that says what is there.
  package static func rejectForeign(_ path: String, _ mark: FileMark, isUnfinished: Bool = false) throws {
    _ = try identity(path, isUnfinished ? mark.unfinished : mark)
  }

  /// Removes a file of ours; if there is none, this is no error.
  ///
  /// - Throws: `PublishingError.cannotCreate` if the file is not ours, `inputOutput` if it remains.
  package static func remove(_ path: String, _ mark: FileMark) throws {
    guard let identity = try identity(path, mark) else { return }
    try remove(path, identity)
  }

  /// Removes an unfinished file of an earlier run at the path of a temporary file.
  ///
  /// - Throws: `PublishingError.locked` if a living run is writing it, and the errors of `remove`.
  package static func removeAbandoned(_ path: String, _ mark: FileMark) throws {
    guard let identity = try identity(path, mark.unfinished) else { return }
    guard !isBeingWritten(path) else { throw PublishingError.locked("another run is writing \(path)") }
    try remove(path, identity)
  }

  /// Removes unfinished files of dead runs under reserved names; foreign files, and those being written, stay.
  ///
  /// - Parameter isTemporary: whether a name in the folder is one of a temporary file.
  package static func sweep(_ folder: String, _ mark: FileMark, where isTemporary: (String) -> Bool) {
    for name in (try? FileSystem.names(folder)) ?? [] where isTemporary(name) {
      try? removeAbandoned(folder + "/" + name, mark)
    }
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
      throw foreign(path, "not known to be \(mark.what), because it cannot be read (\(FileSystem.lastError()))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw foreign(path, "not a file")
    }
    let head = try head(descriptor, path)
    guard mark.matches(head) else {
      throw foreign(path, head.isEmpty ? "an empty file, \(mark.otherwise)" : mark.otherwise)
    }
    if head.isEmpty { try rejectUsed(descriptor, path, status) }
    return FileIdentity(status)
  }

  /// Throws if an empty file is in use by others: they lock it otherwise than runs do, or it has another name.
  private static func rejectUsed(_ descriptor: Int32, _ path: String, _ status: stat) throws {
    if status.st_nlink > 1 { throw foreign(path, "an empty file that has another name too") }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    if fcntl(descriptor, F_GETLK, &lock) == 0, Int32(lock.l_type) != Int32(F_UNLCK) {
      throw foreign(path, "an empty file that another program has locked")
    }
  }

  private static func head(_ descriptor: Int32, _ path: String) throws -> [UInt8] {
    var head = [UInt8](repeating: 0, count: FileMark.headBytes)
    var count = 0
    while count < head.count {
      let step = head.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw PublishingError.inputOutput("cannot read \(path): \(FileSystem.lastError())") }
      if step == 0 { break }
      count += step
    }
    return Array(head.prefix(count))
  }

  /// Removes a file if it is still the one that was examined.
  static func remove(_ path: String, _ identity: FileIdentity) throws {
    guard FileIdentity(at: path) == identity else { return }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw PublishingError.inputOutput("cannot remove \(path): \(FileSystem.lastError())")
    }
  }

  /// Whether a living run holds the lock of a temporary file.
  private static func isBeingWritten(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private static func foreign(_ path: String, _ what: String) -> PublishingError {
    .cannotCreate("\(path) is \(what): it is left alone. Move it away, or write elsewhere")
  }
}
