import Foundation
import OvertilePlatform

/// The file that marks a staging folder of ours: the first file made in it, and the last one removed.
///
/// It is not part of the bundle: it is removed before a folder is published, and the manifest identifies the folder
/// from then on.
package enum StagingMark {
  /// The name of the file.
  package static let fileName = "staging.overtile"

  private static let text = "A run of overtile makes a bundle in this folder. The next run removes the folder.\n"
  private static let mark = FileMark("the mark of a staging folder of overtile", beginning: Array(text.utf8))

  /// Whether a folder has a whole mark.
  static func stands(in folder: String) -> Bool { isThere(folder, isUnfinished: false) }

  /// Whether a run has begun to mark a folder, and may not have finished.
  static func isBegun(in folder: String) -> Bool { isThere(folder, isUnfinished: true) }

  private static func isThere(_ folder: String, isUnfinished: Bool) -> Bool {
    let path = folder + "/" + fileName
    return (try? FileSystem.entry(at: path)) == .file
      && (try? OwnFile.rejectForeign(path, mark, isUnfinished: isUnfinished)) != nil
  }

  /// Marks a folder, on the disk before anything else is.
  ///
  /// - Throws: `PublishingError`, also if something else has the name.
  package static func put(in folder: String) throws {
    guard !stands(in: folder) else { return }
    let path = folder + "/" + fileName
    try OwnFile.removeAbandoned(path, mark)
    do {
      try FileSystem.write(Data(text.utf8), to: path)
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
  static func remove(from folder: String) throws { try OwnFile.remove(folder + "/" + fileName, mark) }
}
