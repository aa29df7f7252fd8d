import Foundation
import OvertileBundleFormat
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
  private var folders: [OutputLocation.Key: Int] = [:]

  /// Collects the paths of a run.
  ///
  /// - Throws: `PipelineError.configuration` if two of them are the same, one lies in another, or a name is too long;
  ///   `cannotCreate` if only options are involved.
  package init(_ configuration: PipelineConfiguration, rejected: OutputPaths? = nil, metrics: String? = nil) throws {
    (self.configuration, self.rejected, target) = (configuration, rejected, OutputPaths(configuration))
    written = try Self.writtenPaths(configuration, target, rejected: rejected, metrics: metrics)
    for writtenPath in written
    where writtenPath.isFolder && writtenPath.paths.contains(where: { OutputLocation($0).resolved == "/" }) {
      throw conflict(writtenPath, "\(writtenPath.what) is the root of the file system, which cannot be replaced")
    }
    for (index, writtenPath) in written.enumerated() { try add(writtenPath, index) }
    for writtenPath in written { try rejectInside(writtenPath) }
    try rejectReservedNames()
    try rejectLongNames()
    try rejectQuarantinesInBundles()
    if configuration.file != "-", let writtenPath = owner(of: configuration.file) {
      throw conflict(
        writtenPath, "\(writtenPath.what) would replace the configuration or its folder")
    }
  }

  private static func writtenPaths(
    _ configuration: PipelineConfiguration, _ target: OutputPaths, rejected: OutputPaths?, metrics: String?
  ) throws -> [WrittenPath] {
    let (key, position) = ("output.path", configuration.output.path.position)
    var writtenPaths = try bundle(target, "the output", key: key, position)
    writtenPaths.append(.record(target.ledgerPaths, "the ledger", key: key, position))
    writtenPaths.append(.report(target.report.path, "the report", key: key, position))
    writtenPaths.append(.report(target.failed.report.path, "the report of a failed run", key: key, position))
    for source in configuration.sources {
      guard let records = target.quarantinePaths(of: source) else { continue }
      let name = source.name.value
      var writtenPath = WrittenPath.record(
        records, "the quarantine of source \"\(name)\"", key: "sources.\(name).quarantine", source.name.position)
      if case .file = source.quarantine { writtenPath.isNamed = true }
      writtenPaths.append(writtenPath)
    }
    if let rejected {
      let isBesideOutput = rejected.target.path == target.target.path + OutputPaths.rejectedSuffix
      let option = isBesideOutput ? "--keep-rejected" : "--rejected-output"
      writtenPaths += try bundle(rejected, "the rejected bundle", key: option, nil)
      writtenPaths.append(.report(rejected.report.path, "the report of a rejected bundle", key: option, nil))
    }
    if let metrics {
      let path = MetricsPath(metrics).path
      writtenPaths.append(WrittenPath(key: "--metrics", what: "the metrics file", paths: [path], mark: .metrics))
    }
    return writtenPaths
  }

  private static func bundle(
    _ writtenPath: OutputPaths, _ what: String, key: String, _ position: SourcePosition?
  ) throws -> [WrittenPath] {
    let beside: Companions
    do {
      beside = try StagedBundle.companions(of: writtenPath.target)
    } catch {
      throw PipelineError(error)
    }
    return [
      WrittenPath(key: key, position: position, what: what, paths: [writtenPath.target.path], isFolder: true),
      WrittenPath(
        key: key, position: position, what: "the staging folder of \(what)",
        paths: [beside.staging, beside.backup, beside.stopped], isCompanion: true, isFolder: true),
      WrittenPath(
        key: key, position: position, what: "the lock of \(what)", paths: [beside.lock], isCompanion: true),
    ]
  }

  /// Notes the paths to a location, which must not belong to another one.
  private mutating func add(_ writtenPath: WrittenPath, _ index: Int) throws {
    for path in writtenPath.paths {
      for key in OutputLocation(path).keys {
        if let other = owners[key], other != index {
          throw conflict(
            writtenPath,
            "\(writtenPath.what), \(path), has the same path as \(written[other].what) (\(written[other].key))")
        }
        owners[key] = index
        if writtenPath.isFolder { folders[key] = index }
      }
    }
  }

  /// Throws if a path lies in a folder that is written.
  private func rejectInside(_ writtenPath: WrittenPath) throws {
    for path in writtenPath.paths {
      guard let index = OutputLocation(path).folderKeys.compactMap({ folders[$0] }).first else { continue }
      let folder = written[index]
      // The configuration is right where an option names the folder.
      if folder.isOfOption, !writtenPath.isOfOption {
        throw conflict(
          folder, "\(folder.what), \(folder.paths[0]), would contain \(writtenPath.what) (\(writtenPath.key))")
      }
      throw conflict(writtenPath, "\(writtenPath.what), \(path), lies inside \(folder.what) (\(folder.key))")
    }
  }

  /// The output at a path or around it; nil if there is none.
  func owner(of path: String) -> WrittenPath? {
    let location = OutputLocation(path)
    let index = location.keys.compactMap { owners[$0] }.first ?? location.folderKeys.compactMap { folders[$0] }.first
    return index.map { written[$0] }
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
      written.flatMap { written in written.mark.map { mark in written.paths.map { ($0, mark) } } ?? [] })
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

extension RunPaths {
  /// The longest name of a file on common file systems, in bytes.
  private static let longestName = 255

  /// Throws if the name of a layer, a source or the output makes a file name that is not possible.
  func rejectLongNames() throws {
    for writtenPath in written {
      for path in writtenPath.paths {
        let name = path.split(separator: "/").last ?? ""
        guard name.utf8.count > Self.longestName else { continue }
        throw conflict(
          writtenPath, "the file name of \(writtenPath.what) would be \(name.utf8.count) bytes long; the limit is 255")
      }
    }
    for layer in configuration.layers {
      guard case .cluster(let options) = layer.kind, options.members != .none else { continue }
      let count = BundleFileName.members(of: layer.name.value).utf8.count
      guard count > Self.longestName else { continue }
      let reason =
        "the file name of the layer's members would be \(count) bytes long; the limit is 255. Choose a shorter name"
      throw PipelineError.configuration(
        "\(configuration.error(at: layer.name.position, keyPath: "layers.\(layer.name.value)", reason))")
    }
  }

  /// Throws if anything but a lock or a staging folder would have such a name, or be inside one.
  func rejectReservedNames() throws {
    for writtenPath in written where !writtenPath.isCompanion {
      for path in writtenPath.paths {
        guard let name = OutputLocation(path).reservedName else { continue }
        throw conflict(
          writtenPath,
          "\(writtenPath.what), \(path), uses the name \(name), which is reserved for locks and staging folders")
      }
    }
  }

  /// Throws if a quarantine is a folder, or would be in a bundle or among releases.
  func rejectQuarantinesInBundles() throws {
    for writtenPath in written where writtenPath.isNamed {
      guard let path = writtenPath.paths.first else { continue }
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw conflict(writtenPath, "\(writtenPath.what), \(path), is a folder, not a file")
      }
      if let bundle = OutputLocation(path).enclosingBundle {
        throw conflict(
          writtenPath, "\(writtenPath.what), \(path), lies inside \(bundle), which is a bundle or a folder of releases")
      }
    }
  }
}
