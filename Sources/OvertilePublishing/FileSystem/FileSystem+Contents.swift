import OvertileCore

extension FileSystem {
  /// Reads until a buffer is full or the file ends, and returns the number of bytes; nil if the system cannot read.
  static func fill(_ buffer: inout [UInt8], from file: Int32) -> Int? {
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress! + filled, $0.count - filled) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
