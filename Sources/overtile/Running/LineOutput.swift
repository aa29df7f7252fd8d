import OvertilePipeline
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

  /// Writes what a body makes of a source: to standard output as it comes, or to a file that gets its path when it is
  /// whole.
  ///
  /// Folders, devices, links, the file that is read, and files of bundles are left alone. A signal ends the process within a
  /// second.
  ///
  /// - Parameter mark: the kind of file that is replaced; any regular one by default, since the user has named it, as with
  ///   cp(1).
  static func run(
    to path: String?, replacing mark: FileMark = .anyFile, reading source: String,
    _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    guard let path else {
      let lines = LineOutput { try StandardOutput.write($0) }
      // The lines before a fault are written, too.
      defer { try? lines.flush() }
      try body(lines.append)
      return try lines.flush()
    }
    try OutputLocation(path).rejectInput(source)
    try SignalWatch.run { cancellation in
      let file = try TemporaryFile(over: path, mark)
      let lines = LineOutput { try file.append($0) }
      try body(lines.append)
      try lines.flush()
      try cancellation.cleanup.publish { try file.publish() }
    }
  }
}
