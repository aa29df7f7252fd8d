import Foundation
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertilePublishing
import OvertileTileArchive

/// The files that a source's paths and globs name.
struct SourceFiles {
  /// The path that means standard input.
  static let standardInput = "-"

  /// The files, in the order of the paths, those of a glob sorted by name, each file once.
  private(set) var files: [String] = []
  /// Warnings about them.
  private(set) var warnings: [String] = []
  private var seen: [FileIdentity: String] = [:]
  // Whether the folders that the run replaces hold nothing else; checked once, since it visits every file in them.
  private lazy var ownsFolders = runPaths.ownsFolders
  private let source: SourceConfiguration
  private let runPaths: RunPaths

  /// Finds the files of a source.
  ///
  /// One file under two spellings counts once. The outputs of the run are left out of a glob, and rejected if they are
  /// named.
  ///
  /// - Throws: `PipelineError.inputMissing` if a path is missing or not readable, or a glob matches nothing;
  ///   `configuration` if a path is one that the run writes.
  init(_ source: SourceConfiguration, avoiding runPaths: RunPaths) throws {
    (self.source, self.runPaths) = (source, runPaths)
    for path in source.paths {
      for file in try matches(path) { add(file) }
    }
    guard files.isEmpty, let path = source.paths.last else { return }
    throw missing(path, "the only files that match \(path.value) are those that this pipeline writes")
  }

  /// The time of the oldest file, in Unix seconds; nil if one of the inputs is none.
  static func oldestTime(_ inputs: [SourceInput]) -> Double? {
    guard inputs.allSatisfy({ !$0.watched.isEmpty }) else { return nil }
    let stamps = inputs.flatMap(\.watched).map { FileStamp($0) }
    return stamps.contains(nil)
      ? nil : stamps.compactMap { $0.map { Double($0.seconds) + Double($0.nanoseconds) / 1e9 } }.min()
  }

  private mutating func add(_ file: String) {
    guard file != Self.standardInput, let identity = FileIdentity(following: file) else {
      if !files.contains(file) { files.append(file) }
      return
    }
    if let first = seen[identity] {
      if first != file {
        warnings.append(
          "source \"\(source.name.value)\": \(file) is the same file as \(first), so it is read only once")
      }
      return
    }
    seen[identity] = file
    files.append(file)
  }

  /// The files that a path or glob names.
  private mutating func matches(_ path: Located<String>) throws -> [String] {
    if path.value == Self.standardInput || TableFormat(path: path.value) == .postGIS { return [path.value] }
    let folder = runPaths.configuration.inputs ?? runPaths.configuration.folder
    let own = path.value.hasPrefix("./") ? String(path.value.dropFirst(2)) : path.value
    let absolute = own.hasPrefix("/") ? own : own == "." || own.isEmpty ? folder : folder + "/" + own
    if FileManager.default.fileExists(atPath: absolute) {
      try rejectUnreadable(absolute, path)
      try rejectWritten(absolute, path)
      return [absolute]
    }
    if let advice = WebAddress.advice(path.value) { throw missing(path, "\(path.value) is not a file. \(advice)") }
    guard path.value.contains(where: { "*?[".contains($0) }) else {
      try rejectUnreadable(absolute, path)
      throw missing(path, "there is no file \(absolute)\(Self.nearby(absolute))")
    }
    let found = Self.glob(absolute)
    guard !found.isEmpty else { throw missing(path, "no file matches \(absolute)") }
    let foreign = try found.filter { try !isWritten($0, path) }
    for match in foreign { try rejectUnreadable(match, path) }
    return foreign
  }

  /// `, did you mean "x"?` for the file beside a path that was probably meant, or nothing.
  private static func nearby(_ path: String) -> String {
    let names = ((try? FileSystem.names(Folder.parent(of: path))) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    return NearestName.suggestion(for: (path as NSString).lastPathComponent, among: names)
  }

  /// Whether the run writes a file that matches a glob, or an earlier one has; a warning says so.
  ///
  /// - Throws: `PipelineError.configuration` for a foreign file in a folder that the run is to replace.
  private mutating func isWritten(_ file: String, _ path: Located<String>) throws -> Bool {
    let owner = runPaths.owner(of: file)
    if owner?.isFolder == true, !ownsFolders { try rejectWritten(file, path) }
    guard let what = owner?.what ?? runPaths.abandonedQuarantine(at: file) else { return false }
    warnings.append(
      "source \"\(source.name.value)\": \(file) is skipped because it is \(what) of this pipeline, not an input")
    return true
  }

  private func rejectWritten(_ file: String, _ path: Located<String>) throws {
    guard let owner = runPaths.owner(of: file) else { return }
    if owner.isOfOption {
      throw runPaths.conflict(
        owner,
        "source \"\(source.name.value)\" reads \(file), which is \(owner.what) or lies inside it, so every run replaces it"
      )
    }
    let reason =
      "\(file) is \(owner.what) (\(owner.key)) or lies inside it, so every run replaces it; choose a different file"
    let key = "sources.\(source.name.value).path"
    throw PipelineError.configuration("\(runPaths.configuration.error(at: path.position, keyPath: key, reason))")
  }

  /// Throws for a folder, and for a file that cannot be read, unless it is missing. A path may also be in a folder in which
  /// the user may look for no file.
  private func rejectUnreadable(_ path: String, _ location: Located<String>) throws {
    if Folder.exists(path) {
      let files = path + (path.hasSuffix("/") ? "" : "/") + "*.geojson"
      throw missing(location, "\(path) is a folder; specify files, for example \(files)")
    }
    guard access(path, R_OK) != 0, ![ENOENT, ENOTDIR].contains(errno) else { return }
    let reason = FileSystem.lastError()
    let isHidden = access(path, F_OK) != 0 && errno == EACCES
    let advice = isHidden ? "; you may not have permission to search a folder in the path" : ""
    throw missing(location, "cannot read \(path): \(reason)\(advice)")
  }

  /// The error of a path, by its place in the configuration.
  private func missing(_ path: Located<String>, _ text: String) -> PipelineError {
    .inputMissing("\(runPaths.configuration.file):\(path.position): source \"\(source.name.value)\": \(text)")
  }

  private static func glob(_ pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard OvertileCore.glob(pattern, GLOB_MARK, nil, &result) == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { index in
      result.gl_pathv[index].map { String(cString: $0) }
    }.filter { !$0.hasSuffix("/") }.sorted()
  }
}

/// The files that a run of a pipeline reads, and the bundle that it makes, for a program that watches them.
package struct PipelineFiles: Sendable, Hashable {
  /// The path at which readers find the bundle.
  package let bundle: String
  /// The files of the sources, in their order; without standard input and the output of commands.
  package let inputs: [String]

  /// Finds the files. Throws `PipelineError` if an input is missing, or a path is one that the run writes.
  package init(_ configuration: PipelineConfiguration) throws {
    bundle = OutputPaths(configuration).bundle.path
    let paths = try RunPaths(configuration)
    inputs = try configuration.sources.filter { !$0.paths.isEmpty }.flatMap { source in
      try SourceFiles(source, avoiding: paths).files.filter { $0 != SourceFiles.standardInput }
    }
  }
}
