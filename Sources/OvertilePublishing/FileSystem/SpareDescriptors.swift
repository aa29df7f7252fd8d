import OvertilePlatform

/// Descriptors that are kept for the end of a run: folders can be opened and removed then, also where the run has ended
/// because it had none left.
///
/// Used by one thread at a time, that of its staged bundle.
final class SpareDescriptors: @unchecked Sendable {
  private var descriptors: [Int32] = []

  /// A folder, its list, and those of tiles in it: zooms and columns.
  private static let count = 4

  /// Takes them.
  ///
  /// - Throws: `PublishingError.inputOutput` where there are not so many.
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

  /// Gives them back.
  func release() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
