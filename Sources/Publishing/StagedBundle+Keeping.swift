import Foundation

extension StagedBundle {
  /// Puts the staged bundle aside, in a place where nobody expects the current one, in the place of what was kept there
  /// before. The target is left as it is.
  ///
  /// - Throws: `PublishingError.cannotCreate` when the place is taken by something else than a bundle.
  package borrowing func keep(at place: URL) throws {
    let place = place.standardizedFileURL
    try Self.refuseForeign(place)
    try FileSystem.synchronizeTree(folder.path)
    do {
      let parent = place.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
      // Onto another file system it is copied.
      try FileManager.default.moveItem(at: folder, to: place)
    } catch {
      throw PublishingError.cannotCreate("cannot keep the bundle in \(place.path): \(error.localizedDescription)")
    }
  }
}
