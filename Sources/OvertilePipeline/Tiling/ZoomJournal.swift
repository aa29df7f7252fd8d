import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePublishing
import OvertileReading
import OvertileTileArchive

/// A zoom that is done: its archive, and its counts.
struct FinishedZoom: Codable, Sendable {
  /// The part of one layer.
  struct LayerPart: Codable, Sendable {
    var layer: Int
    var counts: BundleManifest.ZoomCounts
    var itemCounts: BuildReport.ZoomCounts
  }

  var zoom: Int
  var file: BundleManifest.File
  var parts: [LayerPart]
  var largeTiles: [BuildReport.LargeTile]
  var statistics: BuildReport.TileStatistics?
  var choice: CompressionChoice?
}

/// The list of finished zooms in a staging folder, with which a later run of the same work resumes.
///
/// The first line names the work; see `WorkDigest`. Each further line is a finished zoom in JSON, which a line that did not
/// reach the disk whole is not. The archives themselves are read again and compared with their digests.
final class ZoomJournal {
  /// The zooms that need not be made again.
  private(set) var taken: [Int: FinishedZoom] = [:]
  private let file: NewFile

  /// Resumes with the zooms that a dead run of the same work has finished, and removes everything else from the folder.
  ///
  /// - Parameters:
  ///   - work: the name of the work; a line without line feeds.
  ///   - resumes: false to begin anew.
  init(folder: URL, work: String, resumes: Bool) throws {
    let path = folder.appendingPathComponent("zooms.journal").path
    var text = Data("\(work)\n".utf8)
    for zoom in resumes ? Self.finished(path, work: work) : [] where Self.isWhole(zoom.file, in: folder) {
      taken[zoom.zoom] = zoom
      text += try Self.line(zoom)
    }
    let kept = Set(taken.values.map(\.file.path) + [StagingMark.fileName])
    for name in try FileSystem.names(folder.path) where !kept.contains(name) {
      try OwnFolder.removeMade(folder.path + "/" + name)
    }
    file = try NewFile(path)
    try file.append(text)
  }

  /// Notes a finished zoom.
  func add(_ zoom: FinishedZoom) throws { try file.append(try Self.line(zoom)) }

  private static func line(_ zoom: FinishedZoom) throws -> Data {
    Data(try ExactJSON.encode(zoom) + [0x0A])
  }

  private static func finished(_ path: String, work: String) -> [FinishedZoom] {
    guard let text = FileManager.default.contents(atPath: path) else { return [] }
    let lines = text.split(separator: 0x0A)
    guard lines.first == Data(work.utf8) else { return [] }
    return lines.dropFirst().compactMap { try? JSONDecoder().decode(FinishedZoom.self, from: Data($0)) }
  }

  private static func isWhole(_ file: BundleManifest.File, in folder: URL) -> Bool {
    guard !file.path.contains("/"),
      let found = try? ContentDigest.file(folder.appendingPathComponent(file.path).path)
    else { return false }
    return found.sha256 == file.sha256 && found.bytes == file.bytes
  }
}

/// The counts of the items that each zoom of each layer shows.
struct ZoomCensus {
  /// Per zoom: its layers.
  private(set) var parts: [Int: [FinishedZoom.LayerPart]] = [:]

  mutating func add(_ jobs: TileJobs) {
    parts[jobs.sheet.zoom, default: []] += jobs.parts.map { part in
      FinishedZoom.LayerPart(
        layer: part.layer, counts: part.overlays.counts, itemCounts: part.overlays.itemCounts)
    }
  }

  mutating func add(_ finished: FinishedZoom) { parts[finished.zoom] = finished.parts }

  /// Per layer of a plan: its zooms, ascending.
  func layers(of plan: TilePlan) -> [[FinishedZoom.LayerPart]] {
    parts.sorted { $0.key < $1.key }.flatMap(\.value).reduce(into: plan.layers.map { _ in [] }) { layers, part in
      layers[part.layer].append(part)
    }
  }
}
