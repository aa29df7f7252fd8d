import Foundation
import OvertilePlatform

/// The file by which a staging folder is known to be of a run of ours: the first that is made in it, and the last that goes.
///
/// It is no part of the bundle: a folder that is published has lost it before, and is known by its manifest from then on.
package enum StagingMark {
  /// The name of the file.
  package static let fileName = "staging.overtile"

  private static let text = "A run of overtile makes a bundle in this folder. The next run removes the folder.\n"
  private static let mark = FileMark("the mark of a staging folder of overtile", beginning: Array(text.utf8))

  /// Whether a whole mark stands in a folder.
  static func stands(in folder: String) -> Bool { isThere(folder, isUnfinished: false) }

  /// Whether a run has begun to mark a folder, and may not have ended.
  static func isBegun(in folder: String) -> Bool { isThere(folder, isUnfinished: true) }

  private static func isThere(_ folder: String, isUnfinished: Bool) -> Bool {
    let path = folder + "/" + fileName
    return (try? FileSystem.entry(at: path)) == .file
      && (try? OwnFile.rejectForeign(path, mark, isUnfinished: isUnfinished)) != nil
  }

  /// Marks a folder, on the disk before anything else is.
  ///
  /// - Throws: `PublishingError`, also when something else stands under the name.
  package static func put(in folder: String) throws {
    guard !stands(in: folder) else { return }
    let path = folder + "/" + fileName
    try OwnFile.removeAbandoned(path, mark)
    do {
      try FileSystem.write(Data(text.utf8), to: path)
      try FileSystem.synchronize(path)
      try FileSystem.synchronize(folder)
    } catch {
      // A folder without a mark is nobody's to the next run; only an empty one goes.
      unlink(path)
      rmdir(folder)
      throw error
    }
  }

  /// Takes the mark away from a folder that is known by its manifest from now on.
  static func remove(from folder: String) throws { try OwnFile.remove(folder + "/" + fileName, mark) }
}
