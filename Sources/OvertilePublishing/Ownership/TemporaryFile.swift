import COvertileSystem
import Foundation
import OvertileCore
import OvertileTileArchive

/// A file without a name, which gets one when it is whole. A run that dies, and a power cut, leave nothing of it.
package final class TemporaryFile {
  private let target: String
  private let descriptor: Int32

  /// Creates an empty file in the folder of the path that it is for.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package init(for target: String) throws {
    self.target = target
    let unnamed = overtile_open_unnamed(FileSystem.parent(of: target))
    if unnamed >= 0 {
      descriptor = unnamed
      return
    }
    // Where files need a name, it has one for a moment.
    let path = Self.path(beside: target)
    descriptor = UnixFile.makeNew(path)
    guard descriptor >= 0 else { throw FileSystem.cannotCreate(path) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// The name of a whole file for the moment before it is moved to its path.
  private static func path(beside target: String) -> String { "\(target).\(getpid()).partial" }

  /// Appends bytes, however few of them the system accepts at a time.
  package func append(_ bytes: UnsafeRawBufferPointer) throws { try Self.append(bytes, to: descriptor, target) }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
    do {
      try UnixFile.write(descriptor, path: path, bytes)
    } catch {
      throw PublishingError.inputOutput("cannot write \(path): \(FileSystem.lastError())")
    }
  }

  /// Reads back at most `count` bytes from an offset.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    do {
      return try UnixFile.read(descriptor, path: target, offset: offset, count: max(0, min(count, size - offset)))
    } catch {
      throw PublishingError.inputOutput("cannot read back the data written for \(target): \(FileSystem.lastError())")
    }
  }

  /// Gives the file its path, whole and on the disk, as is its name.
  ///
  /// - Parameters:
  ///   - path: another path in the same folder; by default the one that it was made for.
  ///   - mark: the kind of file that may be replaced.
  ///   - mode: its permissions; by default those of the process's mask.
  /// - Throws: `PublishingError.cannotCreate` if a file there must not be replaced.
  package func publish(to path: String? = nil, replacing mark: FileMark, mode: mode_t? = nil) throws {
    let path = path ?? target
    if let mode { fchmod(descriptor, mode) }
    guard fsync(descriptor) == 0 else {
      throw PublishingError.inputOutput("cannot sync the data written for \(path): \(FileSystem.lastError())")
    }
    try OwnFile.rejectForeign(path, mark)
    let named = Self.path(beside: path)
    // A file that had a name gets no other one, and only Linux has names for open files.
    if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, named, AT_SYMLINK_FOLLOW) != 0 {
      try copy(to: named, mode)
    }
    guard rename(named, path) == 0 else {
      let error = PublishingError.inputOutput("cannot move \(named) to \(path): \(FileSystem.lastError())")
      unlink(named)
      throw error
    }
    try FileSystem.synchronize(FileSystem.parent(of: path))
  }

  private func copy(to path: String, _ mode: mode_t?) throws {
    let copy = try FileSystem.create(path)
    defer { close(copy) }
    do {
      if let mode { fchmod(copy, mode) }
      var offset = 0
      while case let block = try read(at: offset, count: 1 << 20), !block.isEmpty {
        try block.withUnsafeBytes { try Self.append($0, to: copy, path) }
        offset += block.count
      }
      guard fsync(copy) == 0 else {
        throw PublishingError.inputOutput("cannot sync \(path): \(FileSystem.lastError())")
      }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes whole files of dead runs that were not yet moved to their paths.
  package static func removeAbandoned(_ files: [(path: String, mark: FileMark)]) {
    for folder in Set(files.map { FileSystem.parent(of: $0.path) }) {
      for name in (try? FileSystem.names(folder)) ?? [] where name.hasSuffix(".partial") {
        let path = (folder == "/" ? "" : folder) + "/" + name
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        let target = parts.dropLast(2).joined(separator: ".")
        guard let process = parts.dropLast().last.flatMap({ pid_t($0) }), kill(process, 0) != 0, errno == ESRCH else {
          continue
        }
        for file in files where file.path == target { try? OwnFile.remove(path, file.mark) }
      }
    }
  }
}

extension FileSystem {
  /// Writes a small file as a whole, over one of its kind.
  ///
  /// - Throws: `PublishingError.cannotCreate` if something else is there.
  package static func replace(_ path: String, with data: Data, _ mark: FileMark, mode: mode_t? = nil) throws {
    try OwnFile.rejectForeign(path, mark)
    let file = try TemporaryFile(for: path)
    try data.withUnsafeBytes { try file.append($0) }
    try file.publish(replacing: mark, mode: mode)
  }
}
