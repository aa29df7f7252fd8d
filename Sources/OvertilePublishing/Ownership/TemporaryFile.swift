import COvertileSystem
import Foundation
import OvertileCore
import OvertileTileArchive

/// A file without a name, which gets one when it is whole. A run that dies, and a power cut, leave nothing of it.
package final class TemporaryFile {
  private let target: String
  private let mark: FileMark
  private let descriptor: Int32

  /// Creates an empty file in the folder of the path that it is for.
  ///
  /// - Parameter mark: the kind of file that may be replaced there.
  /// - Throws: `PublishingError.cannotCreate`.
  package init(for target: String, replacing mark: FileMark) throws {
    (self.target, self.mark) = (target, mark)
    descriptor = overtile_open_unnamed(target)
    guard descriptor >= 0 else { throw FileSystem.cannotCreate(target) }
  }

  /// Creates an empty file for a path at which only a file of a kind may be replaced.
  ///
  /// - Throws: `PublishingError.cannotCreate`, also if something else is there, or only runs may write there.
  package convenience init(over target: String, _ mark: FileMark) throws {
    try OwnFile.rejectForeign(target, mark)
    try OutputLocation(target).rejectReserved()
    try self.init(for: target, replacing: mark)
  }

  deinit { close(descriptor) }

  /// The name of a whole file for the moment before it is moved to its path.
  private static func path(beside target: String) -> String { "\(target).\(getpid()).partial" }

  /// Appends bytes, however few of them the system accepts at a time.
  package func append(_ bytes: some ContiguousBytes) throws {
    try bytes.withUnsafeBytes { try UnixFile.write(descriptor, path: target, $0) }
  }

  /// Reads back at most `count` bytes from an offset.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return try UnixFile.read(descriptor, path: target, offset: offset, count: max(0, min(count, size - offset)))
  }

  /// Gives the file its path, whole and on the disk, as is its name.
  ///
  /// - Parameters:
  ///   - path: another path in the same folder; by default the one that it was made for.
  ///   - mode: its permissions; by default those of the process's mask.
  /// - Throws: `PublishingError.cannotCreate` if a file there must not be replaced.
  package func publish(to path: String? = nil, mode: mode_t? = nil) throws {
    let path = path ?? target
    if let mode { fchmod(descriptor, mode) }
    guard fsync(descriptor) == 0 else { throw PublishingError.failed(to: "sync the data written for \(path)") }
    try OwnFile.rejectForeign(path, mark)
    let named = Self.path(beside: path)
    // A dead run may have had the number of this process.
    try OwnFile.remove(named, mark)
    // A file that had a name gets no other one, and only Linux has names for open files.
    if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, named, AT_SYMLINK_FOLLOW) != 0 {
      try copy(to: named, mode)
    }
    do { try FileSystem.move(named, to: path) } catch {
      unlink(named)
      throw error
    }
    try FileSystem.synchronize(Folder.parent(of: path))
  }

  private func copy(to path: String, _ mode: mode_t?) throws {
    let copy = try NewFile(path)
    do {
      if let mode { fchmod(copy.descriptor, mode) }
      var offset = 0
      while case let block = try read(at: offset, count: 1 << 20), !block.isEmpty {
        try copy.append(block)
        offset += block.count
      }
      guard fsync(copy.descriptor) == 0 else { throw PublishingError.failed(to: "sync \(path)") }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes whole files of dead runs that were not yet moved to their paths.
  package static func removeAbandoned(_ files: [(path: String, mark: FileMark)]) {
    for folder in Set(files.map { Folder.parent(of: $0.path) }) {
      for name in (try? FileSystem.names(folder)) ?? [] where name.hasSuffix(".partial") {
        let path = (folder == "/" ? "" : folder) + "/" + name
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        let target = parts.dropLast(2).joined(separator: ".")
        guard let process = parts.dropLast().last.flatMap({ pid_t($0) }), kill(process, 0) != 0, errno == ESRCH else {
          continue
        }
        for file in files where file.path == target { _ = try? OwnFile.remove(path, file.mark) }
      }
    }
  }
}

extension FileSystem {
  /// Writes a small file as a whole, over one of its kind.
  ///
  /// - Throws: `PublishingError.cannotCreate` if something else is there.
  package static func replace(_ path: String, with data: Data, _ mark: FileMark, mode: mode_t? = nil) throws {
    let file = try TemporaryFile(over: path, mark)
    try file.append(data)
    try file.publish(mode: mode)
  }
}
