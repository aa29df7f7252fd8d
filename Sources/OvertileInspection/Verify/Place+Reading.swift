import Foundation
import OvertileCore
import OvertileTileArchive

extension Place {
  /// Runs a body that reads something, and makes a finding of its error.
  ///
  /// - Throws: an error of the body with a reason outside the bytes: a permission, the number of open files, memory. It is
  ///   no finding, and nothing is known about what was not read.
  @discardableResult
  func reading<R>(_ code: FindingCode, _ body: () throws -> R) throws -> R? {
    do { return try body() } catch {
      if let error = error as? RegularFileError, case .system(_, let number) = error, !error.isMissing, number != ELOOP
      {
        throw ArchiveError(error)
      }
      if SystemShortage(in: "\(error)") != nil || (error as? ArchiveError)?.isOutside == true { throw error }
      add(code, "\(error)")
      return nil
    }
  }
}

extension ArchiveError {
  /// Whether the reason is neither a missing file, nor something other than a regular file, nor damage.
  fileprivate var isOutside: Bool {
    switch code {
    case .memory: true
    case .cannotOpen:
      // A folder that cannot be listed, but not one where a file belongs.
      switch FileKind(at: path) {
      case .file: true
      case .folder: reason.hasPrefix("opendir")
      default: false
      }
    default: false
    }
  }
}
