import ArgumentParser
import OvertilePublishing

/// Collects lines and writes them a mebibyte at a time.
final class LineOutput {
  private let write: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private static let flushAt = 1 << 20

  /// Lines that a closure writes.
  init(write: @escaping ([UInt8]) throws -> Void) { self.write = write }

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
    try OutputFile.rejectForeign(path, reading: source)
    let cleanup = CleanupRegistry()
    let signals = try SignalWatch(stop: {}, end: { cleanup.abandon() })
    defer { signals.stop() }
    let file = try TemporaryFile(for: path)
    let lines = LineOutput { try file.append($0) }
    try body(lines)
    try lines.flush()
    try cleanup.publish { try file.publish(replacing: .regularFile) }
  }
}
