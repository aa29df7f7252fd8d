import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The archives of a bundle while they are written: one per zoom, or one for all.
///
/// Tiles come in ascending order, so at most one archive is open. Zooms without tiles get an archive as well, so that
/// every archive in the manifest exists.
final class ArchiveSet {
  private let output: OutputConfiguration
  private let folder: URL
  private let zooms: [Int]
  private let taken: [Int: BundleManifest.File]
  private let summary: (ClosedRange<Int>) -> ArchiveSummary
  private let late: LateCompression?
  private var choices: [Int: CompressionChoice] = [:]
  private var current: (writer: any TileArchiveWriter, name: String, zooms: ClosedRange<Int>)?
  private var finishedZooms = 0
  /// The finished archives.
  private(set) var files: [BundleManifest.File] = []

  /// The compression chosen for the finished archives, by their names.
  private(set) var chosen: [String: CompressionChoice] = [:]
  /// The sizes of the tiles if they are not those that were appended.
  private(set) var sizes: TileSizes?

  private var unnoted: [BundleManifest.File] = []

  /// Prepares archives in a folder, for some ascending zooms; archives of an earlier run that are reused are there
  /// already.
  ///
  /// - Parameter late: the choice of an archive's compression when all of its tiles are there; nil if it is chosen
  ///   before.
  init(
    _ output: OutputConfiguration, folder: URL, zooms: [Int], taken: [Int: BundleManifest.File] = [:],
    late: LateCompression? = nil, summary: @escaping (ClosedRange<Int>) -> ArchiveSummary
  ) {
    self.taken = taken
    self.late = late
    self.output = output
    self.folder = folder
    self.zooms = zooms
    self.summary = summary
  }

  /// Whether all zooms share one archive. A folder of tiles is one whatever the layout: it has a folder per zoom.
  static func isSingle(_ output: OutputConfiguration) -> Bool {
    output.layout == .single || output.format == .directory
  }

  /// Sets the compression of a zoom's tiles, before any of them come.
  func begin(zoom: Int, _ choice: CompressionChoice) {
    choices[zoom] = choice
  }

  /// Stores a tile; returns the bytes that it adds, none if an equal one is stored already.
  func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws -> Int {
    try open(zoom: Int(tile.z))
    guard let writer = current?.writer else { return 0 }
    let before = writer.storedByteCount
    try writer.append(tile, bytes)
    return writer.storedByteCount - before
  }

  /// Finishes every archive.
  func finish() throws {
    if let last = zooms.last { try open(zoom: last) }
    try close()
  }

  /// Makes the archive of a zoom the open one, and finishes those before it.
  private func open(zoom: Int) throws {
    if let current, current.zooms.contains(zoom) { return }
    while finishedZooms < zooms.count, current?.zooms.contains(zoom) != true {
      try close()
      let next = zooms[finishedZooms]
      if let file = taken[next] {
        files.append(file)
        finishedZooms += 1
        continue
      }
      if Self.isSingle(output) {
        try start(BundleFileName.allZooms, zooms: next...zooms[zooms.count - 1], zoom: next)
        finishedZooms = zooms.count
      } else {
        try start(BundleFileName.zoom(next), zooms: next...next, zoom: next)
        finishedZooms += 1
      }
    }
  }

  private func start(_ stem: String, zooms: ClosedRange<Int>, zoom: Int) throws {
    let compression = choices[zoom]?.compression ?? .none
    let name = stem + output.format.inBundle.ending
    switch output.format {
    case .pmtiles:
      current = (try PMTilesWriter(path: path(name), compression: compression), name, zooms)
    case .mbtiles:
      current = (try MBTilesWriter(path: path(name)), name, zooms)
    case .directory:
      let content: DirectoryWriter.Content = output.tileFormat == .geojson ? .geoJSON : .vectorTiles(compression)
      current = (try DirectoryWriter(path: path(name), content: content), name, zooms)
    }
  }

  private func close() throws {
    guard let (writer, name, zooms) = current else { return }
    current = nil
    var choice = choices[zooms.lowerBound] ?? CompressionChoice(.none)
    if let late, let writer = writer as? PMTilesWriter {
      choice = try late.chooseCompression(writer)
      if choice.isGzip { sizes = Self.sizes(writer) }
    }
    let statistics = try writer.finish(summary(zooms))
    let isFolder = output.format == .directory
    let digest = try isFolder ? FileDigest.folder(path(name)) : FileDigest.file(path(name))
    var file = BundleManifest.File(path: name, role: .tiles, digest)
    (file.minzoom, file.maxzoom) = (zooms.lowerBound, zooms.upperBound)
    (file.tiles, file.contents) = (statistics.addressedTiles, statistics.tileContents)
    file.compression = choice.storedForm.rawValue
    chosen[name] = choice
    files.append(file)
    unnoted.append(file)
  }

  private static func sizes(_ writer: PMTilesWriter) -> TileSizes {
    var sizes = TileSizes()
    writer.forEachTile { sizes.count($0, bytes: $1, stored: $2 ? $1 : 0) }
    return sizes
  }

  /// The archives that were finished since the last call.
  func takeFinished() -> [BundleManifest.File] {
    defer { unnoted = [] }
    return unnoted
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
