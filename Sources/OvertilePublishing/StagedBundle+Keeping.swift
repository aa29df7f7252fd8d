import Foundation

extension StagedBundle {
  /// Keeps the staged bundle at a path of its own, where it replaces the one that was kept before. The target stays
  /// unchanged.
  ///
  /// - Parameter judge: throws if the existing entry must not be replaced; called while the path's own lock is held.
  /// - Throws: `PublishingError.cannotCreate` if something other than a bundle is at the path, `locked` if another
  ///   run is writing it.
  package borrowing func keep(at path: URL, judging judge: () throws -> Void = {}) throws {
    let shelf = try StagedBundle(target: path, mode: mode, cleanup: cleanup)
    try judge()
    for name in try FileSystem.names(folder.path) where name != StagingMark.fileName {
      try FileSystem.moveAcross(folder.path + "/" + name, to: shelf.folder.path + "/" + name)
    }
    try shelf.publish()
  }
}
