import OvertileCore

/// Bytes that come one chunk after the other.
protocol ByteSource: AnyObject {
  /// Fills the front of a buffer; returns the number of bytes, 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int
}

/// The bytes of a file descriptor, which is closed in the end if it was opened here.
final class DescriptorSource: ByteSource {
  let descriptor: Int32
  private let closes: Bool

  /// Opens a file. Throws `cannotOpen`.
  init(path: String) throws(GeoJSONError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    closes = true
    if descriptor < 0 {
      throw GeoJSONError(.cannotOpen, "\(path) cannot be opened", underlying: String(cString: strerror(errno)))
    }
  }

  /// Opens a regular file. Throws `cannotOpen`.
  init(regularFile path: String) throws(GeoJSONError) {
    do {
      descriptor = try RegularFile.open(path).descriptor
    } catch {
      throw GeoJSONError(.cannotOpen, "\(path) cannot be opened", underlying: error.reason)
    }
    closes = true
  }

  private init(standard descriptor: Int32) {
    self.descriptor = descriptor
    closes = false
  }

  /// File descriptor 0.
  static var standardInput: DescriptorSource { DescriptorSource(standard: 0) }

  deinit {
    if closes { close(descriptor) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR {
        throw GeoJSONError(.cannotRead, "the input cannot be read", underlying: String(cString: strerror(errno)))
      }
    }
  }
}

/// read(2), which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
