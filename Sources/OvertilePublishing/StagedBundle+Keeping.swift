import Foundation

extension StagedBundle {
  /// Keeps the staged bundle at a path of its own, where it replaces the one that was kept before. The target is left as it
  /// is.
  ///
  /// - Parameter judge: throws when what stands there may not be replaced; asked when the place's own lock is held.
  /// - Throws: `PublishingError.cannotCreate` when the place is taken by something else than a bundle, `locked` when another
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
