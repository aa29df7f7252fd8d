import Foundation

/// A folder of its own, removed with its last reference.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("publishing-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The bundle that tests publish.
  var bundle: URL { folder.appendingPathComponent("out") }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
