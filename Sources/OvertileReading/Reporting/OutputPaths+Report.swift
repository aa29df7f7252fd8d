import Foundation
import OvertileConfiguration
import OvertileCore
import OvertilePublishing

extension OutputPaths {
  /// Writes the report as a whole. The group may read one of a run that failed, and others may not: a message may quote
  /// what they are not to see.
  ///
  /// - Returns: a warning if there is a report that this user may not read, which stays.
  @discardableResult
  package func write(_ report: BuildReport) throws -> String? {
    let path = self.report.path
    if OwnFile.isUnreadable(path) { return Self.warning(unreadable: path) }
    let text = SecretText.hidden(String(decoding: try ExactJSON.encode(report, pretty: true), as: UTF8.self)) + "\n"
    try FileSystem.replace(path, with: Data(text.utf8), .report, mode: report.failure == nil ? nil : 0o640)
    return nil
  }

  /// The warning about a file of another user.
  package static func warning(unreadable path: String) -> String {
    "\(path) was not replaced and may be from an earlier run, because the current user cannot read it. Remove the file, "
      + "or change its permissions"
  }
}
