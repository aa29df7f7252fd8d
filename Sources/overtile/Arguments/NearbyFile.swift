import Foundation
import OvertileExpressions
import OvertilePublishing
import OvertileSearching

/// Names of files that a person has mistyped.
enum NearbyFile {
  /// Says of each argument that is the path of nothing which name beside it was probably meant.
  ///
  /// A log of JSON objects gets no such line.
  static func suggest() {
    let arguments = CommandLine.arguments.dropFirst(2)
    guard !arguments.contains(where: { $0.contains("json") && !$0.contains(".") }) else { return }
    for argument in arguments where !argument.hasPrefix("-") {
      if let meant = nearest(to: argument) { StandardError.write("overtile: did you mean \(meant)?") }
    }
  }

  /// The path of what stands beside a path at which nothing is, and has nearly its name; nil when there is no such tile.
  static func nearest(to path: String) -> String? {
    guard case .nothing? = try? FileSystem.entry(at: path) else { return nil }
    let name = (path as NSString).lastPathComponent
    let beside = (try? FileSystem.names(FileSystem.parent(of: path))) ?? []
    let meant = NearestName.nearest(to: name, among: beside.filter { !$0.hasPrefix(".") }.sorted())
    return meant.map { path.contains("/") ? FileSystem.parent(of: path) + "/" + $0 : $0 }
  }
}
