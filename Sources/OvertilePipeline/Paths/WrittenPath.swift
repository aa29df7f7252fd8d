import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing

/// Something that a run writes: a file in all its forms, or a folder, and who has asked for it.
struct WrittenPath: Sendable {
  /// The keys that say where it is, such as "output.path", or the option.
  var key: String
  /// Where the configuration says so; nil for an option.
  var position: SourcePosition?
  /// What it is called in messages, such as "the ledger".
  var what: String
  /// A folder, or the files in which it may stand when it is finished.
  var paths: [String]
  /// Files in which it may stand before that.
  var unfinished: [String] = []
  /// How the program tells a file of its own; nil for what is told in another way.
  var mark: FileMark?
  /// Whether a person has named the file itself, rather than what it stands beside.
  var isNamed = false
  /// Whether it is a lock or a staging folder, whose names are for nothing else.
  var isCompanion = false
  /// Whether it is a folder, below which nothing else may be.
  var isFolder = false

  /// A file that grows record by record.
  static func record(_ writtenPaths: RecordPaths, _ what: String, key: String, _ position: SourcePosition?)
    -> WrittenPath
  {
    WrittenPath(
      key: key, position: position, what: what, paths: writtenPaths.finished,
      unfinished: [writtenPaths.partial, writtenPaths.compressedPartial], mark: writtenPaths.mark)
  }

  /// A report of a run.
  static func report(_ path: String, _ what: String, key: String, _ position: SourcePosition?) -> WrittenPath {
    WrittenPath(
      key: key, position: position, what: what, paths: [path], unfinished: [path + RecordPaths.unfinished],
      mark: .report)
  }

  /// Removes what dead runs left unfinished; what a living one is writing stays.
  func removeAbandoned() {
    guard let mark else { return }
    for path in unfinished { try? OwnFile.removeAbandoned(path, mark) }
  }

  /// Throws when something stands there that is not ours.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    guard let mark else { return }
    if isNamed, let path = paths.first {
      let folder = FileSystem.parent(of: path)
      guard try FileSystem.entry(at: folder) != .nothing else {
        throw PublishingError.cannotCreate(
          "there is no folder \(folder) for \(what), \(path). Make it, or name another path")
      }
    }
    for path in paths { try OwnFile.rejectForeign(path, mark) }
    for path in unfinished { try OwnFile.rejectForeign(path, mark, isUnfinished: true) }
  }
}
