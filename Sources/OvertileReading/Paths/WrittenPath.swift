import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing

/// An output of a run: a file in all its forms, or a folder, and the key or option that requests it.
struct WrittenPath: Sendable {
  /// The keys that set the path, such as "output.path", or the option.
  var key: String
  /// The location in the configuration; nil for an option.
  var position: SourcePosition?
  /// Its name in messages, such as "the ledger".
  var what: String
  /// A folder, or the possible paths of the finished file.
  var paths: [String]
  /// The mark of the program's own files; nil if they are recognized in another way.
  var mark: FileMark?
  /// Whether the user has named the file itself, rather than the file that it is beside.
  var isNamed = false
  /// Whether it is a lock or a staging folder, whose names are reserved.
  var isCompanion = false
  /// Whether it is a folder, which must contain nothing else.
  var isFolder = false

  /// Whether an option or a variable of the environment names it, and not the configuration. An override has no line.
  var isOfOption: Bool { position.map { $0.line == 0 } ?? true }

  /// A file that grows record by record.
  static func record(_ writtenPaths: RecordPaths, _ what: String, key: String, _ position: SourcePosition?)
    -> WrittenPath
  {
    WrittenPath(key: key, position: position, what: what, paths: writtenPaths.finished, mark: writtenPaths.mark)
  }

  /// A report of a run.
  static func report(_ path: String, _ what: String, key: String, _ position: SourcePosition?) -> WrittenPath {
    WrittenPath(key: key, position: position, what: what, paths: [path], mark: .report)
  }

  /// Throws if a foreign file is there. One that cannot be read, as after a run as another user, stops no run.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    guard let mark else { return }
    if isNamed, let path = paths.first {
      let folder = FileSystem.parent(of: path)
      guard try FileSystem.kind(at: folder) != nil else {
        throw PublishingError.cannotCreate(
          "the folder of \(what), \(path), does not exist. Create \(folder), or choose a different path")
      }
    }
    for path in paths where !OwnFile.isUnreadable(path) { try OwnFile.rejectForeign(path, mark) }
  }
}
