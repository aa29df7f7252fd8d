import OvertilePipeline
import OvertilePublishing

/// The output of commands that print lines or bytes.
enum LineOutput {
  /// The bytes that are collected before they are written.
  private static let flushAt = 1 << 20

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
    guard let path else { return try collect(body) { try StandardOutput.write($0) } }
    try OutputLocation(path).rejectInput(source)
    try SignalWatch.run { cancellation in
      let file = try TemporaryFile(over: path, mark)
      try collect(body) { try file.append($0) }
      try cancellation.cleanup.publish { try file.publish() }
    }
  }

  /// Writes the lines of a body a mebibyte at a time; those before a fault are written, too.
  private static func collect(
    _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void, _ write: @escaping ([UInt8]) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    func flush() throws {
      let full = bytes
      bytes = []
      if !full.isEmpty { try write(full) }
    }
    // Bytes that could not be written are not written again.
    defer { try? flush() }
    try body { line in
      bytes += line
      if bytes.count >= flushAt { try flush() }
    }
    try flush()
  }
}
