import Foundation
import OvertileCore
import OvertileTileArchive

/// A read that failed for a reason outside the bytes: a permission, the number of open files, memory. It is no finding, and
/// nothing is known about what was not read.
enum FailedRead {
  /// Throws the error to end with; returns for a missing file, for something other than a regular file, and for damage.
  static func rethrow(_ failure: any Error) throws(ArchiveError) {
    if let error = failure as? ArchiveError, isOutside(error) { throw error }
    if let error = failure as? RegularFileError, case .system(_, let number) = error, !error.isMissing, number != ELOOP
    {
      throw ArchiveError(error)
    }
  }

  private static func isOutside(_ error: ArchiveError) -> Bool {
    switch error.code {
    case .memory: true
    case .cannotOpen:
      // A folder that cannot be listed, but not one where a file belongs.
      switch FileKind(at: error.path) {
      case .file: true
      case .folder: error.reason.hasPrefix("opendir")
      default: SystemShortage(in: error.reason) != nil
      }
    case .inputOutput: SystemShortage(in: error.reason) != nil
    default: false
    }
  }
}
