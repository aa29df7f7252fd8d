import Foundation
import OvertilePlatform

extension FileSystem {
  /// Whether two files hold the same bytes; false also if one of them cannot be opened or read.
  static func haveSameContents(_ a: String, _ b: String) -> Bool {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW
    let files = [open(a, flags), open(b, flags)]
    defer { for file in files where file >= 0 { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }) else { return false }
    let part = 1 << 18
    var (left, right) = ([UInt8](repeating: 0, count: part), [UInt8](repeating: 0, count: part))
    while true {
      guard let count = fill(&left, from: files[0]), fill(&right, from: files[1]) == count else { return false }
      guard left[..<count] == right[..<count] else { return false }
      if count < part { return true }
    }
  }

  /// Reads until a buffer is full or the file ends, and returns the number of bytes; nil if the system cannot read.
  private static func fill(_ buffer: inout [UInt8], from file: Int32) -> Int? {
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
