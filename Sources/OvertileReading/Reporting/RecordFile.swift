import Foundation
import OvertilePublishing
import OvertileTileArchive
import OvertileTileArchiveWriting

/// A file that grows record by record, and gets its name at the end; without records there is no file.
///
/// The file of a run that fails goes to a path of its own, and stays until a run publishes.
/// Above a size it becomes gzip, in members of about a mebibyte, under the name with ".gz". Memory: one mebibyte.
/// If the file is not kept, it accepts everything, makes no file, and only checks once whether it could.
final class RecordFile {
  /// The paths of the finished file.
  let paths: RecordPaths
  /// The files that stay as they are, since this user may not read them, so that nobody knows whose they are.
  private(set) var unreadable: [String] = []
  /// The path once it is published; nil if there were no records.
  private(set) var published: String?
  private let compressAbove: Int
  private let isKept: Bool
  private var pending: [UInt8] = []
  private var written = 0
  private var file: TemporaryFile?
  private var isCompressed = false

  private static let chunk = 1 << 20

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - compressAbove: the size in bytes above which it is compressed.
  init(_ paths: RecordPaths, compressAbove: Int = .max, isKept: Bool = true) {
    (self.paths, self.compressAbove, self.isKept) = (paths, compressAbove, isKept)
  }

  /// Adds bytes.
  func append(_ bytes: some Sequence<UInt8>) throws {
    guard isKept else {
      if written == 0 { try FileSystem.rejectUnwritable(Folder.parent(of: paths.path)) }
      written = 1
      return
    }
    pending.append(contentsOf: bytes)
    if pending.count > Self.chunk { try flush() }
  }

  /// Moves the file to its path, and removes an older one of either name.
  ///
  /// - Parameter failed: whether the run has failed. If it has, the file of the last run that published stays
  ///   unchanged; otherwise the file of a failed run is removed as well.
  func publish(failed: Bool = false) throws {
    guard isKept else { return }
    try flush()
    let base = failed ? paths.failedPath : paths.path
    if let file {
      let path = base + (isCompressed ? RecordPaths.gzip : "")
      if OwnFile.isUnreadable(path) {
        unreadable.append(path)
      } else {
        try file.publish(to: path)
        published = path
      }
      self.file = nil
    }
    for old in [base] + (failed ? [] : [paths.failedPath]) {
      for old in [old, old + RecordPaths.gzip] where old != published && !unreadable.contains(old) {
        if try !OwnFile.remove(old, paths.mark) { unreadable.append(old) }
      }
    }
  }

  /// The path to which a failed run will move the file, as far as it has grown; nil if there are no records. Asked after
  /// `prepare`.
  var pathIfFailed: String? { file == nil ? nil : paths.failedPath + (isCompressed ? RecordPaths.gzip : "") }

  /// Writes all that was added, so that only naming the file can still fail.
  func prepare() throws {
    if isKept { try flush() }
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    if file == nil { file = try TemporaryFile(for: paths.path, replacing: paths.mark) }
    if !isCompressed, written + pending.count > compressAbove { try compressWhatIsWritten() }
    written += pending.count
    try write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Switches from plain to compressed.
  private func compressWhatIsWritten() throws {
    let plain = file
    file = try TemporaryFile(for: paths.path, replacing: paths.mark)
    isCompressed = true
    var offset = 0
    while let chunk = try plain?.read(at: offset, count: Self.chunk), !chunk.isEmpty {
      try write(chunk)
      offset += chunk.count
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard isCompressed else { return try file?.append(bytes) ?? () }
    var compressor = try GzipCompressor()
    try file?.append(compressor.compress(bytes))
  }
}
