import Foundation
import OvertileCore
import OvertilePublishing
import OvertileTileArchive

/// Writes a new file in chunks.
final class FileOutput {
  let path: String
  private let descriptor: Int32

  /// Makes a file in a staging folder, and the folders that lead to it; replaces one of that name that an earlier run has
  /// left there.
  init(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: FileSystem.parent(of: path), withIntermediateDirectories: true)
    try OwnFolder.removeMade(path)
    descriptor = try FileSystem.create(path)
    self.path = path
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  func append(_ bytes: some ContiguousBytes) throws {
    try bytes.withUnsafeBytes { try UnixFile.write(descriptor, path: path, $0) }
  }
}
