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
  /// The outputs by the keys of their locations.
  private var owners: [OutputLocation.Key: Int] = [:]

  /// Collects the paths of a run.
  ///
  /// - Throws: `PipelineError.configuration` if two of them are the same, one lies in another, or a name is too long;
  ///   `cannotCreate` if only options are involved.
  package init(_ configuration: PipelineConfiguration, rejected: OutputPaths? = nil, metrics: String? = nil) throws {
    (self.configuration, self.rejected, target) = (configuration, rejected, OutputPaths(configuration))
    written = Self.writtenPaths(configuration, target, rejected: rejected, metrics: metrics)
    for (index, one) in written.enumerated() {
      for location in one.locations where owners[location.keys[0]] == nil { owners[location.keys[0]] = index }
    }
    for (index, one) in written.enumerated() {
      for location in one.locations { try reject(one, index, location) }
    }
    if configuration.file != "-", let one = owner(of: configuration.file) {
      throw conflict(one, "\(one.what) would replace the configuration or its folder")
    }
  }

  private static func writtenPaths(
    _ configuration: PipelineConfiguration, _ target: OutputPaths, rejected: OutputPaths?, metrics: String?
  ) -> [WrittenPath] {
    let origin: WrittenPath.Origin = ("output.path", configuration.output.path.position)
    var written = [
      WrittenPath("the output", origin, nil, [target.target.path]),
      WrittenPath("the ledger", origin, .ledger, target.ledger.finished),
      WrittenPath("the report", origin, .report, [target.report.path, target.failed.report.path]),
    ]
    for source in configuration.sources {
      guard let records = target.quarantine(of: source) else { continue }
      let (name, position) = (source.name.value, source.name.position)
      let isNamed = if case .file = source.quarantine { true } else { false }
      written.append(
        WrittenPath(
          "the quarantine of source \"\(name)\"", ("sources.\(name).quarantine", position), .quarantine,
          isNamed: isNamed, records.finished))
    }
    if let rejected {
      let isBesideOutput = rejected.target.path == target.target.path + OutputPaths.rejectedSuffix
      let option: WrittenPath.Origin = (isBesideOutput ? "--keep-rejected" : "--rejected-output", nil)
      written += [
        WrittenPath("the rejected bundle", option, nil, [rejected.target.path]),
        WrittenPath("the report of a rejected bundle", option, .report, [rejected.report.path]),
      ]
    }
    if let metrics {
      let path = URL(fileURLWithPath: metrics).standardizedFileURL.path
      written.append(WrittenPath("the metrics file", ("--metrics", nil), .metrics, [path]))
    }
    return written
  }

  /// Throws if a path of an output is that of another one or lies in it, has a name that is reserved or too long, or if
  /// the user has named a folder or a path in a bundle for a file.
  private func reject(_ one: WrittenPath, _ index: Int, _ location: OutputLocation) throws {
    let path = location.path
    if one.isFolder, location.isRoot {
      throw conflict(one, "\(one.what) is the root of the file system, which cannot be replaced")
    }
    if let other = owner(of: location, besides: index) {
      // The configuration is right where an option names the other one.
      let wrong = other.isOfOption && !one.isOfOption ? other : one
      throw conflict(wrong, "\(one.what) (\(one.key)), \(path), is \(other.what) (\(other.key)) or lies inside it")
    }
    // The longest name is that of the folder in which a bundle is made.
    let what = one.isFolder ? "the staging folder of \(one.what)" : one.what
    let bytes = (one.isFolder ? StagedBundle.longestName(of: path) : (path as NSString).lastPathComponent).utf8.count
    guard bytes <= BundleFileName.longest else {
      throw conflict(
        one, "the file name of \(what) would be \(bytes) bytes long; the limit is \(BundleFileName.longest)")
    }
    let isFolder = one.isNamed && FileKind(at: path) == .folder
    let reason = isFolder ? "is a folder, not a file" : location.reserved ?? (one.isNamed ? location.enclosed : nil)
    if let reason { throw conflict(one, "\(one.what), \(path), \(reason)") }
  }

  /// The output at a path or around it; nil if there is none.
  func owner(of path: String) -> WrittenPath? { owner(of: OutputLocation(path)) }

  private func owner(of location: OutputLocation, besides own: Int? = nil) -> WrittenPath? {
    for (depth, key) in location.keys.enumerated() {
      if let index = owners[key], index != own, depth == 0 || written[index].isFolder { return written[index] }
    }
    return nil
  }

  /// Whether the folders that the run is to replace hold only files that runs have put there.
  var ownsFolders: Bool {
    [target, rejected].compactMap(\.self).allSatisfy { paths in
      (try? StagedBundle.rejectOccupied(paths.target, paths.publication)) != nil
    }
  }

  /// The rejected features of an earlier configuration, beside this output: the warning about a file that is left out
  /// of a glob.
  func abandonedQuarantine(at path: String) -> String? {
    let location = OutputLocation(path)
    let folder = OutputLocation(target.target.deletingLastPathComponent().path)
    guard location.keys.dropFirst().first == folder.keys[0] else { return nil }
    let name = URL(fileURLWithPath: path).lastPathComponent
    let stems = [target, target.failed].map { $0.target.lastPathComponent + ".quarantine." }
    let isOne = name.hasSuffix(".geojsons") && stems.contains(where: name.hasPrefix)
    return isOne ? "a quarantine file of an earlier configuration" : nil
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
    for one in written {
      guard let mark = one.mark else { continue }
      for location in one.locations { TemporaryFile.removeAbandoned(location.path, mark) }
    }
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
