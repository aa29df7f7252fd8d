import Foundation
import OvertilePublishing

/// The path of the metrics file, and the temporary files beside it.
struct MetricsPath {
  /// The absolute path.
  let path: String

  /// Makes the path; a relative path starts at the working folder.
  init(_ path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// The temporary file in which this process writes the metrics.
  var temporary: String { "\(path).\(ProcessInfo.processInfo.processIdentifier).partial" }

  /// Throws if the file could not be written, or would replace something else; changes nothing.
  func probe() throws {
    let folder = FileSystem.parent(of: path)
    guard try FileSystem.entry(at: folder) != .nothing else {
      throw PublishingError.cannotCreate("the metrics cannot be written: there is no folder \(folder)")
    }
    try FileSystem.rejectUnwritable(folder)
    if let bundle = Location(path).enclosingBundle {
      throw PublishingError.cannotCreate(
        "the metrics cannot be written to \(path): it lies inside \(bundle), a bundle or a folder of releases")
    }
    try OwnFile.rejectForeign(path, .metrics)
    try OwnFile.rejectForeign(temporary, .metrics)
  }

  /// Removes temporary files of runs that were killed while they wrote the file.
  func removeAbandoned() {
    let name = URL(fileURLWithPath: path).lastPathComponent
    OwnFile.sweep(FileSystem.parent(of: path), .metrics) { other in
      guard other.hasPrefix(name + "."), other.hasSuffix(".partial") else { return false }
      let number = other.dropFirst(name.count + 1).dropLast(".partial".count)
      return !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
    }
  }
}
