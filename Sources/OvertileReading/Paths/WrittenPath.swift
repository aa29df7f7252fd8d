import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing

/// An output of a run: a file in all its forms, or a folder, and the key or option that requests it.
struct WrittenPath: Sendable {
  /// The kinds of outputs.
  enum Kind: Sendable {
    /// Files, which are ours if they have a mark; it may be that the user has named the file, not the one it is beside.
    case file(FileMark, isNamed: Bool = false)
    /// A bundle's folder, which must contain nothing else.
    case bundle
    /// A staging folder of a run, whose name is reserved.
    case staging
    /// A lock, whose name is reserved.
    case lock
  }

  /// What sets the path: keys, such as "output.path", or an option, and its location in the configuration; nil for an
  /// option.
  typealias Origin = (key: String, position: SourcePosition?)

  /// The keys that set the path, or the option.
  let key: String
  /// The location in the configuration; nil for an option.
  let position: SourcePosition?
  /// Its name in messages, such as "the ledger".
  let what: String
  /// What it is.
  let kind: Kind
  /// A folder, or the possible paths of the finished file.
  let locations: [OutputLocation]

  /// Makes an output of its possible paths.
  init(_ what: String, _ origin: Origin, _ kind: Kind, _ paths: [String]) {
    (key, position, self.what, self.kind) = (origin.key, origin.position, what, kind)
    locations = paths.map { OutputLocation($0) }
  }

  /// Whether an option or a variable of the environment names it, and not the configuration. An override has no line.
  var isOfOption: Bool { position.map { $0.line == 0 } ?? true }

  /// Whether it is a folder, which must contain nothing else.
  var isFolder: Bool {
    switch kind {
    case .bundle, .staging: true
    case .file, .lock: false
    }
  }

  /// Throws if a foreign file is there. One that cannot be read, as after a run as another user, stops no run.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    guard case .file(let mark, let isNamed) = kind else { return }
    if isNamed, let path = locations.first?.path {
      let folder = FileSystem.parent(of: path)
      guard try FileSystem.kind(at: folder) != nil else {
        throw PublishingError.cannotCreate(
          "the folder of \(what), \(path), does not exist. Create \(folder), or choose a different path")
      }
    }
    for path in locations.map(\.path) where !OwnFile.isUnreadable(path) { try OwnFile.rejectForeign(path, mark) }
  }
}
