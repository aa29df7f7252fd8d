import Foundation
import OvertileCore
import OvertileTileArchive

/// The file that marks a staging folder of ours: the first file made in it, and the last one removed.
///
/// Everything in a folder with the mark is ours. The mark is not part of the bundle: it is removed before a folder is
/// published, and the manifest identifies the folder from then on.
package enum StagingMark {
  /// The name of the file.
  package static let fileName = "staging.overtile"

  private static let text = "A run of overtile makes a bundle in this folder. The next run removes the folder.\n"
  private static let process = "process "

  /// Whether a folder has a whole mark.
  static func stands(in folder: String) -> Bool { content(folder)?.hasPrefix(text) == true }

  /// The number of the process that has marked a folder, in words; empty if it is not known.
  static func process(in folder: String) -> String {
    guard let last = content(folder)?.split(separator: "\n").last, last.hasPrefix(process),
      let number = Int(last.dropFirst(process.count))
    else { return "" }
    return " (process \(number))"
  }

  private static func content(_ folder: String) -> String? {
    guard FileKind(at: folder, followsLinks: false) == .folder,
      let bytes = try? RegularFile.contents(of: folder + "/" + fileName, followsLinks: false, limit: 200)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Marks a folder, on the disk before anything else is.
  ///
  /// - Throws: `PublishingError`, also if something else has the name.
  package static func put(in folder: String) throws {
    let path = folder + "/" + fileName
    if try FileSystem.kind(at: path) == .file { unlink(path) }
    do {
      try NewFile(path).append(Data("\(text)\(process)\(getpid())\n".utf8))
      try FileSystem.synchronize(path)
      try FileSystem.synchronize(folder)
    } catch {
      // The next run cannot recognize a folder without a mark; only an empty one is removed.
      unlink(path)
      rmdir(folder)
      throw error
    }
  }

  /// Removes the mark from a folder that is identified by its manifest from now on.
  static func remove(from folder: String) throws { try FileSystem.unlink(folder + "/" + fileName) }
}
