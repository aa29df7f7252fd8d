import OvertileCore

/// The source of GeoJSON bytes. Each may be gzip-compressed, which is recognized by its first bytes, never by its name.
package enum GeoJSONInput: Sendable {
  /// A file by its path, streamed, or a pipe. It is not mapped: a file that becomes shorter while it is read just ends
  /// early, while the system would end a process that touches the lost part of a mapping.
  case file(String)
  /// A regular file by its path, streamed; anything else is rejected without blocking.
  case regularFile(String)
  /// The process's standard input, streamed.
  case standardInput
  /// Bytes that another component reads, streamed.
  case stream(ByteStream)
}

extension GeoJSONInput {
  /// The bytes of the input from an offset on, which only a file that is not a stream has.
  ///
  /// - Throws: `cannotOpen` or `cannotRead`.
  func bytes(from offset: Int) throws(GeoJSONError) -> ByteStream {
    let descriptor: Int32
    switch self {
    case .standardInput: return ByteStream(STDIN_FILENO, closes: false)
    case .stream(let stream): return stream
    case .file(let path):
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { throw .cannotOpen(path, String(cString: strerror(errno))) }
    case .regularFile(let path):
      do { descriptor = try RegularFile.open(path).descriptor } catch { throw .cannotOpen(path, error.reason) }
    }
    let bytes = ByteStream(descriptor, closes: true)
    guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw .cannotRead(String(cString: strerror(errno)))
    }
    return bytes
  }
}
