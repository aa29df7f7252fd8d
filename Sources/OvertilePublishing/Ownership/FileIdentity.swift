import OvertileCore

/// The identity of a file or folder, whatever the spelling of its path.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The identity in a status of the system.
  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the target of a path, links followed; nil if there is nothing.
  package init?(following path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the entry at a path, links not followed; nil if there is nothing.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of an open file.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
