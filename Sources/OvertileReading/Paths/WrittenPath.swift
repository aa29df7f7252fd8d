import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing
import OvertileTileArchive

/// An output of a run: a file in all its forms, or a bundle's folder, and the key or option that requests it.
struct WrittenPath: Sendable {
  /// What sets the path: keys, such as "output.path", or an option, and its location in the configuration; nil for an
  /// option.
  typealias Origin = (key: String, position: SourcePosition?)

  /// The keys that set the path, or the option.
  let key: String
  /// The location in the configuration; nil for an option.
  let position: SourcePosition?
  /// Its name in messages, such as "the ledger".
  let what: String
  /// The mark by which its files are ours; nil for a bundle's folder, which must contain nothing else.
  let mark: FileMark?
  /// Whether the user has named the file, and not the one that it is beside.
  let isNamed: Bool
  /// A folder, or the possible paths of the finished file.
  let locations: [OutputLocation]

  /// Makes an output of its possible paths.
  init(_ what: String, _ origin: Origin, _ mark: FileMark?, isNamed: Bool = false, _ paths: [String]) {
    (key, position, self.what, self.mark, self.isNamed) = (origin.key, origin.position, what, mark, isNamed)
    locations = paths.map { OutputLocation($0) }
  }

  /// Whether an option or a variable of the environment names it, and not the configuration. An override has no line.
  var isOfOption: Bool { position.map { $0.line == 0 } ?? true }

  /// Whether it is a folder, which must contain nothing else.
  var isFolder: Bool { mark == nil }

  /// Throws if a foreign file is there. One that cannot be read, as after a run as another user, stops no run.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    guard let mark else { return }
    if isNamed, let path = locations.first?.path {
      let folder = Folder.parent(of: path)
      guard try FileSystem.kind(at: folder) != nil else {
        throw PublishingError.cannotCreate(
          "the folder of \(what), \(path), does not exist. Create \(folder), or choose a different path")
      }
    }
    for path in locations.map(\.path) where !OwnFile.isUnreadable(path) { try OwnFile.rejectForeign(path, mark) }
  }
}
