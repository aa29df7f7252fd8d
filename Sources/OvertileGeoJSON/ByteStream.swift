import OvertileCore

/// Bytes that come one chunk after the other, such as those of a file or the output of a command; read once.
///
/// They may be gzip-compressed, which is recognized by their first bytes, never by a name.
package final class ByteStream: @unchecked Sendable {
  private let pull: (UnsafeMutableRawBufferPointer) throws -> Int
  /// The file descriptor that is closed in the end.
  private let opened: Int32?

  /// Makes a stream.
  ///
  /// - Parameter pull: fills the front of a buffer; returns the number of bytes, 0 only at the end. Called on the
  ///   thread that reads, one call at a time.
  package init(_ pull: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { (self.pull, opened) = (pull, nil) }

  /// The process's standard input.
  package static var standardInput: ByteStream { ByteStream(STDIN_FILENO, closes: false) }

  /// Opens a file by its path, or a pipe. It is not mapped: a file that becomes shorter while it is read just ends early, while
  /// the system would end a process that touches the lost part of a mapping.
  ///
  /// - Parameters:
  ///   - offset: where the bytes begin, in a file that is not a stream.
  ///   - isRegular: whether anything but a regular file is rejected, without blocking.
  /// - Throws: `cannotOpen` or `cannotRead`.
  package static func file(
    _ path: String, from offset: Int = 0, isRegular: Bool = false
  ) throws(GeoJSONError) -> ByteStream {
    let descriptor: Int32
    if isRegular {
      do { descriptor = try RegularFile.open(path).descriptor } catch { throw .cannotOpen(path, error.reason) }
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { throw .cannotOpen(path, String(cString: strerror(errno))) }
    }
    let bytes = ByteStream(descriptor, closes: true)
    guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw .cannotRead(String(cString: strerror(errno)))
    }
    return bytes
  }

  private init(_ descriptor: Int32, closes: Bool) {
    opened = closes ? descriptor : nil
    pull = { buffer in
      while true {
        let count = OvertileCore.read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        if errno != EINTR { throw GeoJSONError.cannotRead(String(cString: strerror(errno))) }
      }
    }
  }

  deinit {
    if let opened { close(opened) }
  }

  /// Fills the front of a buffer; returns the number of bytes, 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    do { return try pull(buffer) } catch { throw error as? GeoJSONError ?? .cannotRead("\(error)") }
  }
}
