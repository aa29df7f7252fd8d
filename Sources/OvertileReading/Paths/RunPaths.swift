import Foundation
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertilePublishing

/// Every path that a run writes, so that none of them is an input, the configuration, or another one of them.
///
/// Paths are compared by the file that they lead to, not by spelling; see `OutputLocation`. They are checked before anything
/// is written, also by `check` and a dry run.
package struct RunPaths {
  package let configuration: PipelineConfiguration
  let written: [WrittenPath]
  private let target: OutputPaths
  private let rejected: OutputPaths?
  /// The files and folders that are written, by every path to them.
  private var owners: [OutputLocation.Key: Int] = [:]

  /// Collects the paths of a run.
  ///
  /// - Throws: `PipelineError.configuration` if two of them are the same, one lies in another, or a name is too long;
  ///   `cannotCreate` if only options are involved.
  package init(_ configuration: PipelineConfiguration, rejected: OutputPaths? = nil, metrics: String? = nil) throws {
    (self.configuration, self.rejected, target) = (configuration, rejected, OutputPaths(configuration))
    written = try Self.writtenPaths(configuration, target, rejected: rejected, metrics: metrics)
    for (index, one) in written.enumerated() { try add(one, index) }
    for one in written {
      for location in one.locations { try reject(one, location) }
    }
    if configuration.file != "-", let one = owner(of: configuration.file) {
      throw conflict(one, "\(one.what) would replace the configuration or its folder")
    }
  }

  private static func writtenPaths(
    _ configuration: PipelineConfiguration, _ target: OutputPaths, rejected: OutputPaths?, metrics: String?
  ) throws -> [WrittenPath] {
    let origin: WrittenPath.Origin = ("output.path", configuration.output.path.position)
    var written = try bundle(target, "the output", origin)
    written += [
      WrittenPath("the ledger", origin, .file(.ledger), target.ledgerPaths.finished),
      WrittenPath("the report", origin, .file(.report), [target.report.path]),
      WrittenPath("the report of a failed run", origin, .file(.report), [target.failed.report.path]),
    ]
    for source in configuration.sources {
      guard let records = target.quarantinePaths(of: source) else { continue }
      let (name, position) = (source.name.value, source.name.position)
      let isNamed = if case .file = source.quarantine { true } else { false }
      written.append(
        WrittenPath(
          "the quarantine of source \"\(name)\"", ("sources.\(name).quarantine", position),
          .file(.quarantine, isNamed: isNamed), records.finished))
    }
    if let rejected {
      let isBesideOutput = rejected.target.path == target.target.path + OutputPaths.rejectedSuffix
      let option: WrittenPath.Origin = (isBesideOutput ? "--keep-rejected" : "--rejected-output", nil)
      written += try bundle(rejected, "the rejected bundle", option)
      written.append(
        WrittenPath("the report of a rejected bundle", option, .file(.report), [rejected.report.path]))
    }
    if let metrics {
      let path = URL(fileURLWithPath: metrics).standardizedFileURL.path
      written.append(WrittenPath("the metrics file", ("--metrics", nil), .file(.metrics), [path]))
    }
    return written
  }

  private static func bundle(
    _ paths: OutputPaths, _ what: String, _ origin: WrittenPath.Origin
  ) throws -> [WrittenPath] {
    let beside: Companions
    do { beside = try StagedBundle.companions(of: paths.target) } catch { throw PipelineError(error) }
    return [
      WrittenPath(what, origin, .bundle, [paths.target.path]),
      WrittenPath(
        "the staging folder of \(what)", origin, .staging, [beside.staging, beside.backup, beside.stopped]),
      WrittenPath("the lock of \(what)", origin, .lock, [beside.lock]),
    ]
  }

  /// Notes the paths to an output, which must not belong to another one.
  private mutating func add(_ one: WrittenPath, _ index: Int) throws {
    for location in one.locations {
      if one.isFolder, location.resolved == "/" {
        throw conflict(one, "\(one.what) is the root of the file system, which cannot be replaced")
      }
      for key in location.keys {
        if let other = owners[key], other != index {
          throw conflict(
            one, "\(one.what), \(location.path), has the same path as \(written[other].what) (\(written[other].key))")
        }
        owners[key] = index
      }
    }
  }

  /// Throws if a path of an output lies in another output, has a name that is reserved or too long, or if the user has named
  /// a folder or a path in a bundle for a file.
  private func reject(_ one: WrittenPath, _ location: OutputLocation) throws {
    let path = location.path
    if let folder = folder(around: location) {
      // The configuration is right where an option names the folder.
      if folder.isOfOption, !one.isOfOption {
        throw conflict(
          folder, "\(folder.what), \(folder.locations[0].path), would contain \(one.what) (\(one.key))")
      }
      throw conflict(one, "\(one.what), \(path), lies inside \(folder.what) (\(folder.key))")
    }
    let bytes = path.split(separator: "/").last?.utf8.count ?? 0
    guard bytes <= Self.longestName else {
      throw conflict(one, "the file name of \(one.what) would be \(bytes) bytes long; the limit is 255")
    }
    switch one.kind {
    case .staging, .lock: return
    case .bundle, .file: break
    }
    if let name = location.reservedName {
      throw conflict(
        one, "\(one.what), \(path), uses the name \(name), which is reserved for locks and staging folders")
    }
    guard case .file(_, isNamed: true) = one.kind else { return }
    if FileKind(at: path) == .folder { throw conflict(one, "\(one.what), \(path), is a folder, not a file") }
    if let bundle = location.enclosingBundle {
      throw conflict(
        one, "\(one.what), \(path), lies inside \(bundle), which is a bundle or a folder of releases")
    }
  }

  /// The longest name of a file on common file systems, in bytes.
  private static let longestName = 255

  /// The output at a path or around it; nil if there is none.
  func owner(of path: String) -> WrittenPath? {
    let location = OutputLocation(path)
    return location.keys.compactMap { owners[$0] }.first.map { written[$0] } ?? folder(around: location)
  }

  /// The nearest folder around a path that is written.
  private func folder(around location: OutputLocation) -> WrittenPath? {
    location.folderKeys.lazy.compactMap { owners[$0] }.map { written[$0] }.first(where: \.isFolder)
  }

  /// Whether the folders that the run is to replace hold only files that runs have put there.
  var ownsFolders: Bool {
    do {
      try StagedBundle.rejectOccupied(target.target, target.publication)
      if let rejected { try StagedBundle.rejectOccupied(rejected.target, .replace) }
      return true
    } catch {
      return false
    }
  }

  /// The rejected features of an earlier configuration, beside this output: the warning about a file that is left out
  /// of a glob.
  func abandonedQuarantine(at path: String) -> String? {
    let location = OutputLocation(path)
    let folder = OutputLocation(target.target.deletingLastPathComponent().path)
    guard location.folderKeys.first == folder.keys.first else { return nil }
    let name = URL(fileURLWithPath: path).lastPathComponent
    for stem in [target, target.failed].map({ $0.target.lastPathComponent + ".quarantine." }) where name.hasPrefix(stem)
    {
      let source = name.dropFirst(stem.count).split(separator: ".", omittingEmptySubsequences: false)
      guard source.count == 2, source[1] == "geojsons" else { continue }
      return "a quarantine file of an earlier configuration"
    }
    return nil
  }

  /// Throws if a foreign file is where the run would write.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package func rejectForeign() throws {
    for writtenPath in written { try writtenPath.rejectForeign() }
    try StagedBundle.rejectOccupied(target.target, target.publication)
  }

  /// Removes whole files of dead runs that were not yet moved to their paths. Called while the lock is held.
  package func removeAbandoned() {
    TemporaryFile.removeAbandoned(
      written.flatMap { one -> [(path: String, mark: FileMark)] in
        guard case .file(let mark, _) = one.kind else { return [] }
        return one.locations.map { ($0.path, mark) }
      })
  }

  /// The error about a path that cannot be written: the configuration is wrong, or an option names an impossible path.
  func conflict(_ writtenPath: WrittenPath, _ reason: String) -> PipelineError {
    guard let position = writtenPath.position else {
      return .cannotCreate("\(writtenPath.key): \(reason). Choose a different path")
    }
    let text = "\(configuration.error(at: position, keyPath: writtenPath.key, "\(reason). Choose a different path"))"
    return writtenPath.isOfOption ? .cannotCreate(text) : .configuration(text)
  }
}
