import OvertilePlatform

/// Descriptors reserved for the end of a run: folders can then be opened and removed, even if the run has ended because
/// it had no descriptors left.
///
/// Used by one thread at a time, that of its staged bundle.
final class SpareDescriptors: @unchecked Sendable {
  private var descriptors: [Int32] = []

  /// For a folder, its list, and the lists of tile folders in it: zooms and columns.
  private static let count = 4

  /// Reserves them.
  ///
  /// - Throws: `PublishingError.inputOutput` if there are not enough.
  init() throws {
    for _ in 0..<Self.count {
      let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw PublishingError.inputOutput("no more files can be opened: \(FileSystem.lastError())")
      }
      descriptors.append(descriptor)
    }
  }

  deinit { release() }

  /// Releases them.
  func release() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
