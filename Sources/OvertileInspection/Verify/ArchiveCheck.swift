import Foundation
import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// Whether one archive agrees with its container's rules and, in a bundle, with the manifest; passes its tiles on.
struct ArchiveCheck {
  /// The path of the archive.
  let path: String
  /// Its location for findings.
  let location: Location
  /// The bundle's manifest and its entry for the file; nil for an archive alone.
  let bundle: (manifest: BundleManifest, file: BundleManifest.File)?

  /// A container of tiles.
  enum Container: String {
    case pmtiles, mbtiles, directory

    /// The container at a path; nil if there is none.
    ///
    /// - Throws: `ArchiveError` for a file that cannot be read.
    init?(path: String) throws {
      guard let isFolder = FolderContent.isFolder(path) else { return nil }
      if isFolder {
        self = .directory
        return
      }
      let start: [UInt8]
      do {
        start = try InputFile(path: path).bytes(within: 0..<16)
      } catch {
        try FailedRead.rethrow(error)
        return nil
      }
      if start.starts(with: Array("PMTiles".utf8)) {
        self = .pmtiles
      } else if start == Array("SQLite format 3\0".utf8) {
        self = .mbtiles
      } else {
        return nil
      }
    }
  }

  /// Checks the archive and every tile.
  ///
  /// - Throws: `ArchiveError` if it cannot be read.
  func run(_ container: Container, _ stage: inout TileStage, into findings: inout Findings) throws {
    do {
      switch container {
      case .pmtiles: try runPMTiles(&stage, &findings)
      case .mbtiles: try runMBTiles(&stage, &findings)
      case .directory: try runFolder(&stage, &findings)
      }
    } catch {
      try FailedRead.rethrow(error)
      findings.add(.archiveUnreadable, location, "\(error)")
    }
    do { try stage.finishZoom(into: &findings) } catch { findings.add(.archiveUnreadable, location, "\(error)") }
  }

  private func runPMTiles(_ stage: inout TileStage, _ findings: inout Findings) throws {
    let check = try PMTilesCheck(path: path, location: location, isOurs: bundle != nil)
    let totals = try check.run(into: &findings)
    let reader = try PMTilesReader(path: path)
    let compression = TileCompression(rawValue: reader.header.tileCompression) ?? .none
    checkTotals(tiles: Int(clamping: totals.addressed), contents: totals.contents, compression, &findings)
    check.checkBounds(
      bundle?.manifest.bounds(ofTilesOf: layer), isBundle: bundle != nil, firstZoom: bundle?.file.minzoom ?? 0,
      into: &findings)
    let metadata = try reader.metadata()
    if let zooms {
      if let manifest = bundle?.manifest {
        MetadataCheck(manifest, zooms: zooms, layer: layer, location: location).checkPMTiles(metadata, into: &findings)
        stage.note(StatedStatistics.layers(metadata), location)
      }
      if totals.zooms == nil,
        zooms != Int(reader.header.minZoom)...max(Int(reader.header.minZoom), Int(reader.header.maxZoom))
      {
        findings.add(
          .archiveZooms, location, "the header of an archive without tiles states zooms that differ from the manifest's"
        )
      }
    } else {
      _ = MetadataCheck.object(metadata, location, &findings)
    }
    let known = bundle?.file.tiles.map { UInt64(clamping: $0) } ?? reader.header.addressedTiles
    // A damaged run may claim billions of tiles.
    guard totals.addressed <= (known > 0 ? known : 1 << 24) else {
      return findings.add(.archiveCount, location, "it addresses more tiles than it should have, so none is checked")
    }
    let (content, stored) = (reader.content, StoredCompression(pmtiles: reader.header.tileCompression))
    if case .other(let method) = stored, method != 0 { return }
    try readTiles(stored, content, &stage, &findings) { try reader.forEachTile($0) }
  }

  private func runMBTiles(_ stage: inout TileStage, _ findings: inout Findings) throws {
    let check = try MBTilesCheck(path: path, location: location)
    check.run(isOurs: bundle != nil, into: &findings)
    if let manifest = bundle?.manifest, let zooms {
      MetadataCheck(manifest, zooms: zooms, layer: layer, location: location)
        .checkRows(check.metadata, format: TileContent.vectorTile.fileExtension, compression: nil, into: &findings)
      note(check.metadata, &stage)
    }
    let reader = try MBTilesReader(path: path)
    var found: (low: Int, high: Int)?
    var repeated = findings.fresh
    defer { findings.append(repeated) }
    let content = bundle == nil ? check.content : .vectorTile
    // Pictures are compressed already.
    let stored = content == .vectorTile ? StoredCompression.gzip : .none
    let count = try readTiles(stored, content, &stage, &findings) { body in
      var last: TileID?
      try reader.forEachTile { tile, bytes in
        found = (min(found?.low ?? 31, Int(tile.z)), max(found?.high ?? 0, Int(tile.z)))
        if last == tile {
          repeated.add(.tileLocation, Location(location.file, tile: tile), "the tile is in the file twice")
        }
        last = tile
        try body(tile, bytes)
      }
    }
    checkTotals(tiles: count, contents: count, .gzip, &findings)
    guard bundle == nil else { return }
    check.checkAlone(zooms: found.map { $0.low...$0.high }, into: &findings)
    let outside = try reader.tilesOutsideGrid()
    if outside > 0 {
      findings.note(
        .tileLocation, location, "tiles lie outside the grid of their zoom, where no map requests them", expected: "0",
        found: "\(outside)")
    }
  }

  private func runFolder(_ stage: inout TileStage, _ findings: inout Findings) throws {
    let fileExtension = bundle.map { ($0.manifest.tiles.tileEncoding ?? .mvt).fileExtension }
    let folder = try TileFolder(path: path, fileExtension: fileExtension, location: location, into: &findings)
    let metadata = try folder.metadata()
    if metadata == nil {
      findings.add(.archiveMetadata, location, "its \(TileFolderNames.metadata) is missing or cannot be read")
    }
    let stated = metadata?.first { $0.name == "compression" }?.value
    let compression: TileCompression = (bundle?.file.compression ?? stated) == StoredForm.gzip.rawValue ? .gzip : .none
    if let manifest = bundle?.manifest, let zooms, let metadata {
      let location = Location(location.file + "/" + TileFolderNames.metadata)
      MetadataCheck(manifest, zooms: zooms, layer: layer, location: location)
        .checkRows(
          metadata, format: fileExtension ?? TileContent.vectorTile.fileExtension,
          compression: compression == .gzip ? StoredForm.gzip.rawValue : nil, into: &findings)
      note(metadata, &stage)
    }
    // Other writers gzip the tiles of a folder without stating it.
    let stored: StoredCompression = compression == .gzip ? .gzip : bundle == nil ? .other(0) : .none
    let count = try readTiles(stored, .vectorTile, &stage, &findings) { try folder.forEachTile($0) }
    checkTotals(tiles: count, contents: count, compression, &findings)
  }

  private func note(_ rows: [(name: String, value: String)], _ stage: inout TileStage) {
    guard let json = rows.first(where: { $0.name == "json" })?.value else { return }
    stage.note(StatedStatistics.layers(Array(json.utf8)), location)
  }

  /// Passes every tile on; returns how many there are.
  @discardableResult
  private func readTiles(
    _ compression: StoredCompression, _ content: TileContent, _ stage: inout TileStage, _ findings: inout Findings,
    _ read: ((TileID, [UInt8]) throws -> Void) throws -> Void
  ) throws -> Int {
    stage.begin(file: location.file, layer: layer, compression: compression, content: content)
    var count = 0
    var own = findings.fresh
    defer { findings.append(own) }
    try read { tile, bytes in
      count += 1
      if let zooms, !zooms.contains(Int(tile.z)) {
        own.add(
          .tileLocation, Location(location.file, tile: tile),
          "the file should hold zooms \(zooms.lowerBound) to \(zooms.upperBound) only")
      }
      try stage.add(tile, bytes, into: &own)
    }
    return count
  }

  /// The only layer that the manifest states for the file.
  private var layer: String? { bundle?.file.layer }

  /// The zooms that the manifest states for the file.
  private var zooms: ClosedRange<Int>? {
    guard let low = bundle?.file.minzoom, let high = bundle?.file.maxzoom, low <= high else { return nil }
    return low...high
  }

  private func checkTotals(tiles: Int, contents: Int, _ compression: TileCompression, _ findings: inout Findings) {
    guard let file = bundle?.file else { return }
    findings.expect(tiles, file.tiles, .archiveCount, location, "the manifest's number of tiles is wrong")
    findings.expect(contents, file.contents, .archiveCount, location, "the manifest's number of contents is wrong")
    findings.expect(
      (compression == .gzip ? StoredForm.gzip : .plain).rawValue, file.compression, .archiveCompression, location,
      "the manifest's compression is not the archive's")
  }
}
