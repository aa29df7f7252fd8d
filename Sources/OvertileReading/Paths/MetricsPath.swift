import Foundation
import OvertilePublishing

/// The path of the metrics file.
package struct MetricsPath {
  /// The absolute path.
  package let path: String

  /// Makes the path; a relative path starts at the working folder.
  package init(_ path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Throws if the file could not be written, or would replace something else; changes nothing.
  package func probe() throws {
    let folder = FileSystem.parent(of: path)
    guard try FileSystem.kind(at: folder) != nil else {
      throw PublishingError.cannotCreate("the metrics cannot be written: the folder \(folder) does not exist")
    }
    try FileSystem.rejectUnwritable(folder)
    try OutputLocation(path).rejectReserved()
    // One of another user stops no publication, and cannot be written after it.
    if !OwnFile.isUnreadable(path) { try OwnFile.rejectForeign(path, .metrics) }
  }
}
