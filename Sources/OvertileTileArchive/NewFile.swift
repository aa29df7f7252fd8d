import Foundation
import OvertileCore

/// A new file, open for reading and writing, closed with its last reference.
package final class NewFile: Sendable {
  /// The path of the file.
  package let path: String
  /// The open file.
  package let descriptor: Int32

  /// Creates an empty file. Nothing may be at its path, not even a link.
  ///
  /// - Throws: `ArchiveError.cannotCreate`, `.noSpace`.
  package init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotCreate, path: path, "open") }
  }

  deinit { close(descriptor) }

  /// Writes bytes at the file's position.
  package func append(_ bytes: some ContiguousBytes) throws {
    try bytes.withUnsafeBytes { try UnixFile.write(descriptor, path: path, $0) }
  }

  /// Writes bytes at an offset.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw ArchiveError.system(.inputOutput, path: path, "lseek")
    }
    try append(bytes)
  }
}
