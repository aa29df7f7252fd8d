import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Whether one archive agrees with its container's rules and, in a bundle, with the manifest; passes its tiles on.
struct ArchiveCheck {
  /// What does not hold.
  private(set) var findings: Findings
  private let path: String
  private let location: Location
  /// The bundle's manifest and its entry for the file; nil for an archive alone.
  private let bundle: (manifest: BundleManifest, file: BundleManifest.File)?

  /// Prepares the check of the archive at a path.
  ///
  /// - Parameters:
  ///   - location: the archive in findings.
  ///   - bundle: the bundle's manifest and its entry for the file; nil for an archive alone.
  init(
    path: String, location: Location, bundle: (manifest: BundleManifest, file: BundleManifest.File)?, findings: Findings
  ) {
    (self.path, self.location, self.bundle, self.findings) = (path, location, bundle, findings.fresh)
  }

  /// Checks the archive and every tile.
  ///
  /// - Throws: `ArchiveError` if it cannot be read.
  mutating func run(_ stage: inout TileStage) throws {
    do {
      let reader = try TileArchives.open(path: path)
      guard (bundle?.manifest.tiles.container ?? reader.container.rawValue) == reader.container.rawValue else {
        return findings.add(
          .archiveUnreadable, location, "the archive's container differs from the one in the manifest")
      }
      switch reader {
      case let reader as PMTilesReader: try run(reader, &stage)
      case let reader as MBTilesReader: try run(reader, &stage)
      default: try run(reader, &stage)
      }
    } catch {
      try FailedRead.rethrow(error)
      findings.add(.archiveUnreadable, location, "\(error)")
    }
    do { try stage.finishZoom() } catch { findings.add(.archiveUnreadable, location, "\(error)") }
  }

  private mutating func run(_ reader: PMTilesReader, _ stage: inout TileStage) throws {
    var check = PMTilesCheck(
      reader, size: try InputFile(path: path).size, location: location, isOurs: bundle != nil, findings: findings)
    defer { findings.append(check.findings) }
    let totals = try check.run()
    let compression = TileCompression(rawValue: reader.header.tileCompression) ?? .none
    checkTotals(tiles: Int(clamping: totals.addressed), contents: totals.contents, compression)
    check.checkBounds(
      bundle.map { StatedBounds($0.manifest, layer: layer) }, firstZoom: bundle?.file.minzoom ?? 0)
    if let members = MetadataCheck.object(try reader.metadataJSON(), location, &findings) {
      checkMetadata(location) { $0.check(members) }
    }
    let known = bundle?.file.tiles.map { UInt64(clamping: $0) } ?? reader.header.addressedTiles
    // A damaged run may claim billions of tiles.
    guard totals.addressed <= (known > 0 ? known : 1 << 24) else {
      return findings.add(
        .archiveCount, location, "the archive lists more tiles than expected, so its tiles are not checked")
    }
    let stored = StoredCompression(pmtiles: reader.header.tileCompression)
    if case .other(let method) = stored, method != 0 { return }
    try readTiles(reader, stored, reader.content, &stage)
  }

  private mutating func run(_ reader: MBTilesReader, _ stage: inout TileStage) throws {
    var check = try MBTilesCheck(path: path, location: location, findings: findings)
    defer { findings.append(check.findings) }
    check.run(isOurs: bundle != nil)
    checkMetadata(location) { $0.check(check.metadata, compression: nil) }
    let content = bundle == nil ? check.content : .vectorTile
    // Pictures are compressed already.
    let stored = content == .vectorTile ? StoredCompression.gzip : .none
    let count = try readTiles(reader, stored, content, &stage)
    checkTotals(tiles: count, contents: count, .gzip)
    guard bundle == nil else { return }
    check.checkAlone(zooms: try reader.zooms())
    let outside = try reader.tilesOutsideGrid()
    if outside > 0 {
      findings.note(
        .tileLocation, location, "tiles lie outside the tile grid, so maps never request them", expected: "0",
        found: "\(outside)")
    }
  }

  /// Checks an archive of any container that describes itself as `metadata.json` of a folder does.
  private mutating func run(_ reader: any TileArchiveReader, _ stage: inout TileStage) throws {
    guard let metadata = MetadataCheck.object(try reader.metadataJSON(), location, &findings) else { return }
    let rows = metadata.map { (name: $0.key, value: $0.value.string ?? $0.value.integer.map { "\($0)" } ?? "") }
    let stated = bundle?.file.compression ?? metadata["compression"]?.string
    let compression: TileCompression = stated == StoredForm.gzip.rawValue ? .gzip : .none
    let file = location.file + (reader.container.isFolder ? "/" + TileFolderNames.metadata : "")
    checkMetadata(Location(file)) {
      $0.check(rows, compression: compression == .gzip ? StoredForm.gzip.rawValue : nil)
    }
    // Other writers gzip the tiles of a folder without stating it.
    let stored: StoredCompression = compression == .gzip ? .gzip : bundle == nil ? .other(0) : .none
    let count = try readTiles(reader, stored, .vectorTile, &stage)
    checkTotals(tiles: count, contents: count, compression)
  }

  /// Checks the metadata if a manifest states what they should be.
  private mutating func checkMetadata(_ location: Location, _ body: (inout MetadataCheck) -> Void) {
    guard let manifest = bundle?.manifest, let zooms else { return }
    var check = MetadataCheck(manifest, zooms: zooms, layer: layer, location: location, findings: findings)
    body(&check)
    findings.append(check.findings)
  }

  /// Passes every tile on; returns how many there are.
  @discardableResult
  private mutating func readTiles(
    _ reader: any TileArchiveReader, _ compression: StoredCompression, _ content: TileContent,
    _ stage: inout TileStage
  ) throws -> Int {
    stage.begin(file: location.file, layer: layer, compression: compression, content: content)
    var count = 0
    try reader.forEachTile { tile, bytes in
      count += 1
      if let zooms, !zooms.contains(Int(tile.z)) {
        findings.add(
          .tileLocation, Location(location.file, tile: tile),
          "the tile's zoom is outside the file's range of \(zooms.lowerBound) to \(zooms.upperBound)")
      }
      try stage.add(tile, bytes)
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

  private mutating func checkTotals(tiles: Int, contents: Int, _ compression: TileCompression) {
    guard let file = bundle?.file else { return }
    findings.expect(tiles, file.tiles, .archiveCount, location, "the number of tiles in the manifest is wrong")
    findings.expect(
      contents, file.contents, .archiveCount, location, "the number of distinct tiles in the manifest is wrong")
    findings.expect(
      (compression == .gzip ? StoredForm.gzip : .plain).rawValue, file.compression, .archiveCompression, location,
      "the compression in the manifest differs from the archive's")
  }
}
