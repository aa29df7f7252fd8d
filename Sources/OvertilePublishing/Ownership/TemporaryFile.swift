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
    guard descriptor >= 0 else { throw Self.cannotCreate(target) }
  }

  /// The error of a file that could not be made just now. It names the folder, since the file has no name yet.
  private static func cannotCreate(_ path: String) -> PublishingError {
    let folder = Folder.parent(of: path)
    guard [ENOENT, ENOTDIR].contains(errno), FileKind(at: folder) == nil else {
      return PublishingError.notMade("write a file in the folder \(folder)")
    }
    return .cannotCreate("the folder \(folder) does not exist; create it, or choose a different output path")
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
    // The name of a whole file for the moment before it is moved to its path. A dead run may have had this number, too.
    let named = "\(path).\(getpid()).partial"
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

  /// Removes the whole files for a path that dead runs did not yet move there.
  package static func removeAbandoned(_ path: String, _ mark: FileMark) {
    let (folder, stem) = (Folder.parent(of: path), (path as NSString).lastPathComponent + ".")
    for name in (try? FileSystem.names(folder)) ?? [] where name.hasPrefix(stem) && name.hasSuffix(".partial") {
      let number = pid_t(name.dropFirst(stem.count).dropLast(".partial".count))
      guard let number, kill(number, 0) != 0, errno == ESRCH else { continue }
      _ = try? OwnFile.remove(folder + "/" + name, mark)
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
