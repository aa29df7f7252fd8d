import OvertileCore

/// Bytes that come one chunk after the other, such as those of a file or the output of a command.
package final class ByteStream: @unchecked Sendable {
  private let pull: (UnsafeMutableRawBufferPointer) throws -> Int
  /// The file descriptor that is closed in the end.
  private let opened: Int32?

  /// Makes a stream.
  ///
  /// - Parameter pull: fills the front of a buffer; returns the number of bytes, 0 only at the end. Called on the
  ///   thread that reads, one call at a time.
  package init(_ pull: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { (self.pull, opened) = (pull, nil) }

  /// The bytes of a file descriptor.
  init(_ descriptor: Int32, closes: Bool) {
    opened = closes ? descriptor : nil
    pull = { buffer in
      while true {
        let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
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

/// read(2), which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
