import Foundation

/// The damaged files that tests read, kept for the readers in other languages.
///
/// With OVERTILE_DAMAGED=FOLDER each test that calls `keep` writes a file of lines there, named after the test. A line is
/// the JSON of a case: the files as they differ from those of the test's first case. `Tests/Web/damaged-by-swift.mjs`
/// reads them. Without the variable nothing is kept.
public enum DamagedFiles {
  /// The kind of the files of a case.
  public enum Kind: String, Sendable, Encodable {
    /// A bundle, by the paths below its folder.
    case bundle
    /// A PMTiles archive; its tile 0/0/0 is read.
    case archive
    /// A directory of a PMTiles archive, without compression.
    case directory
    /// The gzip of a tile.
    case gzip
    /// A vector tile.
    case vectorTile
    /// The members of the clusters of a layer.
    case members
    /// A manifest.
    case manifest
  }

  /// The result of the reader in Swift.
  public enum Verdict: String, Sendable, Encodable {
    /// The files are whole.
    case intact
    /// At least one read is an error, whatever the digests are.
    case rejected
    /// Nothing was read, or only compared with digests.
    case unjudged
    /// Every read has a value.
    case read
    /// The manifest has the digests of the files as they are: what they claim is wrong, and only verification compares it.
    case resealed
  }

  /// The name of a single file in a case that is no bundle.
  public static let single = "file"

  private static let writer = ProcessInfo.processInfo.environment["OVERTILE_DAMAGED"]
    .map { Writer(folder: URL(fileURLWithPath: $0)) }

  /// Keeps a case of the calling test. `part` distinguishes runs of a test with several arguments.
  public static func keep(
    _ kind: Kind, _ files: @autoclosure () throws -> [String: [UInt8]], _ verdict: Verdict, _ name: String = "",
    part: String = "", test: String = #function, file: String = #fileID
  ) rethrows {
    guard let writer else { return }
    let suite = file.split(separator: "/").last.map { $0.replacingOccurrences(of: ".swift", with: "") } ?? file
    let function = test.prefix { $0 != "(" }
    let kept = Case(kind: kind, verdict: verdict, name: name, files: try files())
    writer.write(kept, to: "\(suite).\(function)\(part.isEmpty ? "" : " \(part)")")
  }

  /// Keeps a case of one file.
  public static func keep(
    _ kind: Kind, _ bytes: @autoclosure () throws -> [UInt8], _ verdict: Verdict, _ name: String = "",
    part: String = "", test: String = #function, file: String = #fileID
  ) rethrows {
    try keep(kind, [single: try bytes()], verdict, name, part: part, test: test, file: file)
  }

  /// Every file below a folder by its path.
  public static func files(below folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      if let data = try? Data(contentsOf: folder.appendingPathComponent(path)) { files[path] = Array(data) }
    }
    return files
  }
}

private struct Case {
  var kind: DamagedFiles.Kind
  var verdict: DamagedFiles.Verdict
  var name: String
  var files: [String: [UInt8]]
}

/// Writes cases, each as a change of the first one of its test. The lock guards its state.
private final class Writer: @unchecked Sendable {
  /// A case as a line: paths that are gone, and bytes that replace others from an offset on.
  private struct Line: Encodable {
    struct Change: Encodable {
      var path: String
      var offset: Int
      var length: Int
      var bytes: Data
    }

    var kind: DamagedFiles.Kind
    var verdict: DamagedFiles.Verdict
    var name: String
    var gone: [String]
    var changes: [Change]
  }

  private let folder: URL
  private let lock = NSLock()
  private let encoder = JSONEncoder()
  private var tests: [String: (first: Case, handle: FileHandle)] = [:]

  init(folder: URL) { self.folder = folder }

  func write(_ kept: Case, to test: String) {
    lock.lock()
    defer { lock.unlock() }
    do {
      let (first, handle) = try tests[test] ?? begin(test)
      if first.files.isEmpty { tests[test] = (kept, handle) }
      try handle.write(contentsOf: encoder.encode(line(kept, since: first.files)) + Data("\n".utf8))
    } catch {
      fatalError("OVERTILE_DAMAGED: \(test): \(error)")
    }
  }

  private func begin(_ test: String) throws -> (first: Case, handle: FileHandle) {
    let file = folder.appendingPathComponent("\(test).jsonl")
    try Data().write(to: file, options: .withoutOverwriting)
    return (Case(kind: .bundle, verdict: .read, name: "", files: [:]), try FileHandle(forWritingTo: file))
  }

  private func line(_ kept: Case, since first: [String: [UInt8]]) -> Line {
    let gone = first.keys.filter { kept.files[$0] == nil }.sorted()
    let changes = kept.files.keys.sorted().compactMap { path -> Line.Change? in
      let (old, new) = (first[path] ?? [], kept.files[path] ?? [])
      if let before = first[path], before == new { return nil }
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.suffix(rest).reversed(), new.suffix(rest).reversed()).prefix { $0 == $1 }.count
      return Line.Change(
        path: path, offset: start, length: old.count - start - end, bytes: Data(new[start..<new.count - end]))
    }
    return Line(kind: kept.kind, verdict: kept.verdict, name: kept.name, gone: gone, changes: changes)
  }
}
