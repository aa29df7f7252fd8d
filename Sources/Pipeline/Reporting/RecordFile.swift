import Foundation
import Publishing
import TileArchiveWriting

/// A file that grows record by record beside its place, and is moved there at the end; nothing at all leaves no file.
///
/// One of a run that fails goes to a place of its own, and stays until a run publishes.
/// Above a size it becomes gzip, in members of about a mebibyte, under the name with ".gz". Memory: one mebibyte.
/// One that is not kept takes everything, makes no file, and only asks once whether it could.
final class RecordFile {
  /// Where the file will stand while it is small.
  let path: String
  /// Where it will stand if the run fails.
  let failedPath: String
  private let compressAbove: Int
  private let isKept: Bool
  private var pending: [UInt8] = []
  private var written = 0
  private var handle: FileHandle?
  private var isCompressed = false

  private static let chunk = 1 << 20

  /// Begins a file.
  ///
  /// - Parameter compressAbove: the size in bytes above which it is compressed.
  init(path: String, failedPath: String, compressAbove: Int = .max, isKept: Bool = true) {
    self.path = path
    self.failedPath = failedPath
    self.compressAbove = compressAbove
    self.isKept = isKept
  }

  /// What may stand beside it while it grows.
  var temporaries: [String] { isKept ? [path + ".partial", path + ".gz.partial"] : [] }

  deinit { if isKept { removeTemporaries() } }

  /// Adds bytes.
  func append(_ bytes: some Sequence<UInt8>) throws {
    guard isKept else {
      if written == 0 { try FileSystem.refuseUnwritable(FileSystem.parent(of: path)) }
      written = 1
      return
    }
    pending.append(contentsOf: bytes)
    if pending.count > Self.chunk { try flush() }
  }

  /// Moves the file into its place, and removes what stood there under either name.
  ///
  /// - Parameter failed: whether the run has failed. Then the file of the last run that published is left as it is;
  ///   otherwise that of a failed run is removed as well.
  /// - Returns: the path, or nil when there is nothing to say and so no file.
  func publish(failed: Bool = false) throws -> String? {
    guard isKept else { return nil }
    try flush()
    let place = failed ? failedPath : path
    var published: String?
    if let handle {
      let ending = isCompressed ? ".gz" : ""
      try FileSystem.synchronize(path + ending + ".partial")
      try handle.close()
      self.handle = nil
      try FileSystem.move(path + ending + ".partial", to: place + ending)
      published = place + ending
    }
    for old in [place, place + ".gz"] where old != published { try remove(old) }
    if !failed { for old in [failedPath, failedPath + ".gz"] { try remove(old) } }
    return published
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    if handle == nil { try open() }
    if !isCompressed, written + pending.count > compressAbove { try compressWhatIsWritten() }
    written += pending.count
    try write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func open() throws {
    // A killed run may have left the other form.
    removeTemporaries()
    handle = try create(path + ".partial")
  }

  /// Goes over from plain to compressed.
  private func compressWhatIsWritten() throws {
    let plain = path + ".partial"
    try handle?.close()
    handle = try create(path + ".gz.partial")
    isCompressed = true
    guard let source = FileHandle(forReadingAtPath: plain) else { throw failure("read", plain) }
    defer { try? source.close() }
    while let chunk = try source.read(upToCount: Self.chunk), !chunk.isEmpty { try write(Array(chunk)) }
    try remove(plain)
  }

  private func write(_ bytes: [UInt8]) throws {
    var stored = bytes
    if isCompressed {
      var compressor = try GzipCompressor()
      stored = try compressor.compress(bytes)
    }
    do {
      try handle?.write(contentsOf: stored)
    } catch {
      throw failure("write", path)
    }
  }

  private func create(_ path: String) throws -> FileHandle {
    FileHandle(fileDescriptor: try FileSystem.create(path), closeOnDealloc: true)
  }

  private func failure(_ verb: String, _ path: String) -> PipelineError {
    .inputOutput("cannot \(verb) \(path): \(FileSystem.lastError())")
  }

  private func remove(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  private func removeTemporaries() {
    try? handle?.close()
    for temporary in temporaries { try? FileManager.default.removeItem(atPath: temporary) }
  }
}
