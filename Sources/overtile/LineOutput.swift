import Foundation
import TileArchive

/// Collects lines and writes them a mebibyte at a time.
final class LineOutput {
  private let handle: FileHandle
  private let path: String
  private var bytes: [UInt8] = []
  private static let flushAt = 1 << 20

  /// Writes to an open file; errors name the path.
  init(_ handle: FileHandle, path: String) {
    (self.handle, self.path) = (handle, path)
  }

  /// Takes a line.
  func append(_ line: [UInt8]) throws {
    bytes += line
    if bytes.count >= Self.flushAt { try flush() }
  }

  /// Writes what has not been written yet; once, also when it fails.
  func flush() throws {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard !bytes.isEmpty else { return }
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw ArchiveError(.inputOutput, path: path, "it cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes a file beside a path, and puts it there when it is whole.
  static func replacing(_ path: String, _ body: (LineOutput) throws -> Void) throws {
    let staged = path + ".overtile-\(ProcessInfo.processInfo.processIdentifier)"
    let descriptor = open(staged, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw ArchiveError(
        .cannotCreate, path: path,
        "it cannot be written: no file can be made beside it: \(String(cString: strerror(errno)))")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var isDone = false
    defer { if !isDone { unlink(staged) } }
    let lines = LineOutput(handle, path: path)
    try body(lines)
    try lines.flush()
    try handle.close()
    guard rename(staged, path) == 0 else {
      throw ArchiveError(.cannotCreate, path: path, "it cannot be written: \(String(cString: strerror(errno)))")
    }
    isDone = true
  }
}
