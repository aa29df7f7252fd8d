import Foundation
import OvertileCore

extension FileSystem {
  /// Moves a file or folder of ours to an unused path; to another file system it is copied.
  static func moveAcross(_ from: String, to: String) throws {
    if rename(from, to) == 0 { return }
    guard errno == EXDEV else { throw cannotMove(from, to) }
    do { try FileManager.default.copyItem(atPath: from, toPath: to) } catch {
      throw PublishingError.inputOutput("cannot copy \(from) to \(to): \(error.localizedDescription)")
    }
  }
}
