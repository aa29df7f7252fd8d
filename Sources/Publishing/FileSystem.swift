import CFileSystem
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few operations on files that publishing needs, each with its error in words.
package enum FileSystem {
  /// The text of the last failed call, with its number.
  package static func lastError() -> String { String(cString: strerror(errno)) }

  /// Flushes a file or a folder to the disk.
  package static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw PublishingError.inputOutput("cannot open \(path) to sync it: \(lastError())") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw PublishingError.inputOutput("cannot sync \(path): \(lastError())") }
  }

  /// Flushes every file and folder below a folder, children first, and the folder itself.
  package static func synchronizeTree(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        try synchronizeTree(path)
      } else {
        try synchronize(path)
      }
    }
    try synchronize(folder)
  }

  /// Exchanges two folders in one step, or returns false where the file system cannot.
  package static func exchange(_ a: String, _ b: String) -> Bool {
    overtile_exchange(a, b) == 0
  }

  /// Moves a file or folder on the same file system.
  package static func move(_ from: String, to: String) throws {
    guard rename(from, to) == 0 else {
      throw PublishingError.inputOutput("cannot move \(from) to \(to): \(lastError())")
    }
  }

  /// Writes a small file as a whole: a temporary one beside it, synced, then renamed over it.
  package static func replace(_ path: String, with data: Data) throws {
    let temporary = path + ".partial"
    do {
      try data.write(to: URL(fileURLWithPath: temporary))
      try synchronize(temporary)
      try move(temporary, to: path)
    } catch let error as PublishingError {
      try? FileManager.default.removeItem(atPath: temporary)
      throw error
    } catch {
      let reason = lastError()
      try? FileManager.default.removeItem(atPath: temporary)
      throw PublishingError.inputOutput("cannot write \(path): \(reason)")
    }
  }
}
