import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Whether one archive agrees with its container's rules and, in a bundle, with the manifest; passes its tiles on.
struct ArchiveCheck {
  /// The path of the archive.
  let path: String
  /// Its location for findings.
  let location: Location
  /// The bundle's manifest and its entry for the file; nil for an archive alone.
  let bundle: (manifest: BundleManifest, file: BundleManifest.File)?

  /// Checks the archive and every tile.
  ///
  /// - Throws: `ArchiveError` if it cannot be read.
  func run(_ stage: inout TileStage, into findings: inout Findings) throws {
    do {
      let reader = try TileArchives.open(path: path)
      guard (bundle?.manifest.tiles.container ?? reader.container.rawValue) == reader.container.rawValue else {
        return findings.add(
          .archiveUnreadable, location, "the archive's container differs from the one in the manifest")
      }
      switch reader {
      case let reader as PMTilesReader: try run(reader, &stage, &findings)
      case let reader as MBTilesReader: try run(reader, &stage, &findings)
      default: try run(reader, &stage, &findings)
      }
    } catch {
      try FailedRead.rethrow(error)
      findings.add(.archiveUnreadable, location, "\(error)")
    }
    do { try stage.finishZoom(into: &findings) } catch { findings.add(.archiveUnreadable, location, "\(error)") }
  }

  private func run(_ reader: PMTilesReader, _ stage: inout TileStage, _ findings: inout Findings) throws {
    let check = PMTilesCheck(
      reader, size: try InputFile(path: path).size, location: location, isOurs: bundle != nil)
    let totals = try check.run(into: &findings)
    let compression = TileCompression(rawValue: reader.header.tileCompression) ?? .none
    checkTotals(tiles: Int(clamping: totals.addressed), contents: totals.contents, compression, &findings)
    check.checkBounds(
      bundle.map { StatedBounds($0.manifest, layer: layer) }, firstZoom: bundle?.file.minzoom ?? 0, into: &findings)
    let metadata = try reader.metadataJSON()
    if let zooms, let manifest = bundle?.manifest {
      MetadataCheck(manifest, zooms: zooms, layer: layer, location: location).checkPMTiles(metadata, into: &findings)
    } else {
      _ = MetadataCheck.object(metadata, location, &findings)
    }
    let known = bundle?.file.tiles.map { UInt64(clamping: $0) } ?? reader.header.addressedTiles
    // A damaged run may claim billions of tiles.
    guard totals.addressed <= (known > 0 ? known : 1 << 24) else {
      return findings.add(
        .archiveCount, location, "the archive lists more tiles than expected, so its tiles are not checked")
    }
    let stored = StoredCompression(pmtiles: reader.header.tileCompression)
    if case .other(let method) = stored, method != 0 { return }
    try readTiles(stored, reader.content, &stage, &findings) { try reader.forEachTile($0) }
  }

  private func run(_ reader: MBTilesReader, _ stage: inout TileStage, _ findings: inout Findings) throws {
    let check = try MBTilesCheck(path: path, location: location)
    check.run(isOurs: bundle != nil, into: &findings)
    if let manifest = bundle?.manifest, let zooms {
      MetadataCheck(manifest, zooms: zooms, layer: layer, location: location)
        .checkRows(check.metadata, compression: nil, into: &findings)
    }
    let content = bundle == nil ? check.content : .vectorTile
    // Pictures are compressed already.
    let stored = content == .vectorTile ? StoredCompression.gzip : .none
    let count = try readTiles(stored, content, &stage, &findings) { try reader.forEachTile($0) }
    checkTotals(tiles: count, contents: count, .gzip, &findings)
    guard bundle == nil else { return }
    check.checkAlone(zooms: try reader.zooms(), into: &findings)
    let outside = try reader.tilesOutsideGrid()
    if outside > 0 {
      findings.note(
        .tileLocation, location, "tiles lie outside the tile grid, so maps never request them", expected: "0",
        found: "\(outside)")
    }
  }

  /// Checks an archive of any container that describes itself as `metadata.json` of a folder does.
  private func run(_ reader: any TileArchiveReader, _ stage: inout TileStage, _ findings: inout Findings) throws {
    guard let metadata = MetadataCheck.object(try reader.metadataJSON(), location, &findings) else { return }
    let rows = metadata.map { (name: $0.key, value: $0.value.string ?? $0.value.integer.map { "\($0)" } ?? "") }
    let stated = bundle?.file.compression ?? metadata["compression"]?.string
    let compression: TileCompression = stated == StoredForm.gzip.rawValue ? .gzip : .none
    if let manifest = bundle?.manifest, let zooms {
      let isFolder = reader.container.isFolder
      let location = isFolder ? Location(location.file + "/" + TileFolderNames.metadata) : location
      MetadataCheck(manifest, zooms: zooms, layer: layer, location: location)
        .checkRows(rows, compression: compression == .gzip ? StoredForm.gzip.rawValue : nil, into: &findings)
    }
    // Other writers gzip the tiles of a folder without stating it.
    let stored: StoredCompression = compression == .gzip ? .gzip : bundle == nil ? .other(0) : .none
    let count = try readTiles(stored, .vectorTile, &stage, &findings) { try reader.forEachTile($0) }
    checkTotals(tiles: count, contents: count, compression, &findings)
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
          "the tile's zoom is outside the file's range of \(zooms.lowerBound) to \(zooms.upperBound)")
      }
      try stage.add(tile, bytes, into: &own)
    }
    return count
  }

  /// The only layer that the manifest states for the file.
  private var layer: String? { bundle?.file.layer }

  /// The zooms that the manifest states for the file.
  private var zooms: ClosedRange<Int>? {
    guard let low = bundle?.file.minzoom, let high = bundle?.file.maxzoom else { return nil }
    return low...high
  }

  private func checkTotals(tiles: Int, contents: Int, _ compression: TileCompression, _ findings: inout Findings) {
    guard let file = bundle?.file else { return }
    findings.expect(tiles, file.tiles, .archiveCount, location, "the number of tiles in the manifest is wrong")
    findings.expect(
      contents, file.contents, .archiveCount, location, "the number of distinct tiles in the manifest is wrong")
    findings.expect(
      (compression == .gzip ? StoredForm.gzip : .plain).rawValue, file.compression, .archiveCompression, location,
      "the compression in the manifest differs from the archive's")
  }
}
