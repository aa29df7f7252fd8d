import Foundation
import OvertileConfiguration
import OvertileExpressions
import OvertilePublishing

/// Every place that a run writes, so that none of them is an input, the configuration, or another one of them.
///
/// Places are compared by where they lead, not by spelling; see `Location`. Asked before anything is written, also by
/// `check` and a dry run.
struct RunPlaces {
  let configuration: PipelineConfiguration
  let written: [WrittenPlace]
  private let target: OutputPlace
  private let rejected: OutputPlace?
  /// The files and folders that are written, by every way to find them.
  private var owners: [Location.Key: Int] = [:]
  private var folders: [Location.Key: Int] = [:]

  /// Collects the places of a run.
  ///
  /// - Throws: `PipelineError.configuration` when two of them are one, one lies in another, or a name is too long;
  ///   `cannotCreate` when that is a matter of options alone.
  init(_ configuration: PipelineConfiguration, rejected: OutputPlace? = nil, metrics: String? = nil) throws {
    (self.configuration, self.rejected, target) = (configuration, rejected, OutputPlace(configuration))
    written = try Self.places(configuration, target, rejected: rejected, metrics: metrics)
    for place in written where place.isFolder && place.paths.contains(where: { Location($0).resolved == "/" }) {
      throw conflict(place, "\(place.what) is the root of the file system, which cannot be replaced")
    }
    for (index, place) in written.enumerated() { try add(place, index) }
    for place in written { try rejectInside(place) }
    try rejectReservedNames()
    try rejectLongNames()
    try rejectQuarantinesInBundles()
    if configuration.file != "-", let place = owner(of: configuration.file) {
      throw conflict(place, "\(place.what) would replace the configuration itself, or the folder that it is in")
    }
  }

  private static func places(
    _ configuration: PipelineConfiguration, _ target: OutputPlace, rejected: OutputPlace?, metrics: String?
  ) throws -> [WrittenPlace] {
    let (key, position) = ("output.path", configuration.output.path.position)
    var places = try bundle(target, "the output", key: key, position)
    places.append(.record(target.ledgerPlaces, "the ledger", key: key, position))
    places.append(.report(target.report.path, "the report", key: key, position))
    places.append(.report(target.failed.report.path, "the report of a failed run", key: key, position))
    for source in configuration.sources {
      guard let records = target.quarantinePlaces(of: source) else { continue }
      let name = source.name.value
      var place = WrittenPlace.record(
        records, "the quarantine of source \"\(name)\"", key: "sources.\(name).quarantine", source.name.position)
      if case .file = source.quarantine { place.isNamed = true }
      places.append(place)
    }
    if let rejected {
      places += try bundle(rejected, "the rejected bundle", key: "--keep-rejected", nil)
      places.append(.report(rejected.report.path, "the report of a rejected bundle", key: "--keep-rejected", nil))
    }
    if let metrics {
      let place = MetricsPlace(metrics)
      places.append(
        WrittenPlace(
          key: "--metrics", what: "the metrics file", paths: [place.path], unfinished: [place.temporary],
          mark: .metrics))
    }
    return places
  }

  private static func bundle(
    _ place: OutputPlace, _ what: String, key: String, _ position: SourcePosition?
  ) throws -> [WrittenPlace] {
    let beside: Companions
    do {
      beside = try StagedBundle.companions(of: place.target)
    } catch {
      throw PipelineError(error)
    }
    return [
      WrittenPlace(key: key, position: position, what: what, paths: [place.target.path], isFolder: true),
      WrittenPlace(
        key: key, position: position, what: "the staging folder of \(what)",
        paths: [beside.staging, beside.backup, beside.stopped], isCompanion: true, isFolder: true),
      WrittenPlace(
        key: key, position: position, what: "the lock of \(what)", paths: [beside.lock], isCompanion: true),
    ]
  }

  /// Notes the ways to find a place, which must be nobody else's.
  private mutating func add(_ place: WrittenPlace, _ index: Int) throws {
    for path in place.paths + place.unfinished {
      for key in Location(path).keys {
        if let other = owners[key], other != index {
          throw conflict(place, "\(place.what), \(path), is also \(written[other].what) (\(written[other].key))")
        }
        owners[key] = index
        if place.isFolder { folders[key] = index }
      }
    }
  }

  /// Throws when a place lies in a folder that is written.
  private func rejectInside(_ place: WrittenPlace) throws {
    for path in place.paths + place.unfinished {
      guard let folder = Location(path).folderKeys.compactMap({ folders[$0] }).first else { continue }
      throw conflict(place, "\(place.what), \(path), lies inside \(written[folder].what) (\(written[folder].key))")
    }
  }

  /// What is written at a path or round it; nil when nothing is.
  func owner(of path: String) -> WrittenPlace? {
    let location = Location(path)
    let index = location.keys.compactMap { owners[$0] }.first ?? location.folderKeys.compactMap { folders[$0] }.first
    return index.map { written[$0] }
  }

  /// Whether the folders that the run is to replace hold nothing but what runs have put there.
  var ownsFolders: Bool {
    do {
      try StagedBundle.rejectOccupied(target.target, target.publication)
      if let rejected { try StagedBundle.rejectOccupied(rejected.target, .replace) }
      return true
    } catch {
      return false
    }
  }

  /// The rejected features of an earlier configuration, beside this output: the words for a file that is left out of a glob.
  func abandonedQuarantine(at path: String) -> String? {
    let location = Location(path)
    let folder = Location(target.target.deletingLastPathComponent().path)
    guard location.folderKeys.first == folder.keys.first else { return nil }
    let name = URL(fileURLWithPath: path).lastPathComponent
    for stem in [target, target.failed].map({ $0.target.lastPathComponent + ".quarantine." }) where name.hasPrefix(stem)
    {
      let source = name.dropFirst(stem.count).split(separator: ".", omittingEmptySubsequences: false)
      guard source.count == 2, source[1] == "geojsons" else { continue }
      return "a quarantine of an earlier configuration"
    }
    return nil
  }

  /// Throws when something stands where the run would write that is not ours.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    for place in written { try place.rejectForeign() }
    try StagedBundle.rejectOccupied(target.target, target.publication)
  }

  /// Removes what dead runs left unfinished, also those of an earlier configuration. Asked while the lock is held.
  func removeAbandoned() {
    for place in written { place.removeAbandoned() }
    let folder = target.target.deletingLastPathComponent().path
    for place in [target, target.failed] {
      let stem = place.target.lastPathComponent + ".quarantine."
      OwnFile.sweep(folder, .quarantine) { $0.hasPrefix(stem) && $0.hasSuffix(RecordPlaces.unfinished) }
    }
  }

  /// The error about a place that cannot be written: the configuration is wrong, or an option names no place to write.
  func conflict(_ place: WrittenPlace, _ reason: String) -> PipelineError {
    guard let position = place.position else { return .cannotCreate("\(place.key): \(reason). Name another path") }
    return .configuration("\(configuration.error(at: position, keyPath: place.key, "\(reason). Name another path"))")
  }
}
