import OvertileCore

/// Whole reads and writes of open files, with errors that name the file.
package enum UnixFile {
  /// Reads exactly `count` bytes from an offset.
  package static func read(_ descriptor: Int32, path: String, offset: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      try read(descriptor, path: path, offset: offset, into: UnsafeMutableRawBufferPointer(buffer))
      done = count
    }
  }

  /// Reads as many bytes from an offset as fit into a buffer.
  package static func read(
    _ descriptor: Int32, path: String, offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws {
    var done = 0
    while done < buffer.count {
      let step = pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw ArchiveError.system(.inputOutput, path: path, "read") }
      guard step > 0 else { throw ArchiveError(.malformed, path: path, "the file ends at byte \(offset + done)") }
      done += step
    }
  }

  /// Writes all bytes at the file's position.
  package static func write(_ descriptor: Int32, path: String, _ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while let start = rest.baseAddress, rest.count > 0 {
      let step = OvertileCore.write(descriptor, start, rest.count)
      if step < 0, errno == EINTR { continue }
      if step < 0, errno == EAGAIN {
        // Another process that shares a stream has made it nonblocking; so wait here.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
        continue
      }
      guard step > 0 else { throw ArchiveError.system(.inputOutput, path: path, "write") }
      rest = UnsafeRawBufferPointer(rebasing: rest[step...])
    }
  }

  /// Creates a folder unless there is one.
  package static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw ArchiveError.system(.cannotCreate, path: path, "mkdir")
  }

  /// The size of a file in bytes.
  package static func size(_ path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ArchiveError.system(.cannotOpen, path: path, "stat") }
    return Int(status.st_size)
  }
}
