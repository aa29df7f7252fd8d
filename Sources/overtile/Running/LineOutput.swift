import ArgumentParser
import Foundation
import OvertilePublishing
import OvertileTileArchive

/// Collects lines and writes them a mebibyte at a time.
final class LineOutput {
  private let write: ([UInt8]) throws -> Void
  private let path: String
  private var bytes: [UInt8] = []
  private static let flushAt = 1 << 20

  /// Writes to an open file; errors name the path.
  convenience init(_ handle: FileHandle, path: String) {
    self.init(path: path) { bytes in
      do {
        try handle.write(contentsOf: bytes)
      } catch {
        throw ArchiveError(.inputOutput, path: path, "it cannot be written: \(error.localizedDescription)")
      }
    }
  }

  private init(path: String, write: @escaping ([UInt8]) throws -> Void) {
    (self.path, self.write) = (path, write)
  }

  /// Adds a line.
  func append(_ line: [UInt8]) throws {
    bytes += line
    if bytes.count >= Self.flushAt { try flush() }
  }

  /// Writes the pending lines; once, also if it fails.
  func flush() throws {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard !bytes.isEmpty else { return }
    try write(bytes)
  }

  /// Writes a file that gets its path when it is whole.
  ///
  /// A regular file that exists there is replaced, since the user has named it, as with cp(1). Folders, devices, links,
  /// the file that is read, and files of bundles are left alone. A signal ends the process within a second and removes
  /// an incomplete file.
  static func replacing(_ path: String, reading source: String, _ body: (LineOutput) throws -> Void) throws {
    guard !path.isEmpty else { throw ValidationError("--output: the file name is empty") }
    let output = OutputFile(path)
    try output.rejectForeign(reading: source)
    let cleanup = CleanupRegistry()
    let signals = try SignalWatch(stop: {}, end: { cleanup.abandon() })
    defer { signals.stop() }
    let file = try TemporaryFile(for: path)
    let lines = LineOutput(path: path) { try file.append($0) }
    try body(lines)
    try lines.flush()
    try cleanup.publish { try file.publish(replacing: .regularFile) }
  }
}
