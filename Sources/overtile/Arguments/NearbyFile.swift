import Foundation
import OvertileCore
import OvertileExpressions
import OvertilePublishing
import OvertileTileArchive

/// Suggestions for mistyped file names.
enum NearbyFile {
  /// For each argument that is a path to nothing and that the last message names, reports the name beside it that was
  /// probably meant. An output is not named there, and a message that suggests something itself is enough.
  ///
  /// A log of JSON objects has no such line.
  static func suggest() {
    let message = StandardError.lastText
    let arguments = CommandLine.arguments.dropFirst(2)
    guard !arguments.contains(where: { $0.contains("json") && !$0.contains(".") }) else { return }
    guard !message.contains("did you mean") else { return }
    let named = Set(message.split { " \"':,;`".contains($0) }.map { (String($0) as NSString).lastPathComponent })
    for argument in arguments where !argument.hasPrefix("-") {
      let name = (argument as NSString).lastPathComponent
      guard named.contains(name) || name.contains(" ") && message.contains(name) else { continue }
      if let meant = nearest(to: argument) { StandardError.write("overtile: note: did you mean \(meant)?") }
    }
  }

  /// The path of an entry beside a missing path, with nearly the same name; nil if there is no such entry.
  static func nearest(to path: String) -> String? {
    guard FileKind(at: path, followsLinks: false) == nil else { return nil }
    let name = (path as NSString).lastPathComponent
    let beside = (try? FileSystem.names(Folder.parent(of: path))) ?? []
    let meant = NearestName.nearest(to: name, among: beside.filter { !$0.hasPrefix(".") }.sorted())
    return meant.map { path.contains("/") ? Folder.parent(of: path) + "/" + $0 : $0 }
  }
}
