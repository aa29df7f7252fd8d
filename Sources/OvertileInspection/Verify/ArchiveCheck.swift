import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileTileArchiveWriting

/// Whether one archive agrees with its container's rules and, in a bundle, with the manifest; passes its tiles on.
struct ArchiveCheck {
  let path: String
  let place: Place
  /// The bundle's manifest and its entry for the file; nil for an archive alone.
  let bundle: (manifest: BundleManifest, file: BundleManifest.File)?

  /// Checks the archive and every tile.
  ///
  /// - Throws: `ArchiveError` if it cannot be read.
  func run(_ stage: inout TileStage) throws {
    try place.reading(.archiveUnreadable) {
      let reader = try TileArchives.open(path: path)
      let stated = bundle?.manifest.tiles.container ?? reader.container.rawValue
      guard stated == reader.container.rawValue else {
        return place.add(.archiveUnreadable, "the archive's container differs from the one in the manifest")
      }
      switch reader {
      case let reader as PMTilesReader: try run(reader, &stage)
      case let reader as MBTilesReader: try run(reader, &stage)
      default: try run(reader, &stage)
      }
    }
    do { try stage.finishZoom() } catch { place.add(.archiveUnreadable, "\(error)") }
  }

  private func run(_ reader: PMTilesReader, _ stage: inout TileStage) throws {
    let totals = try PMTilesCheck(header: reader.header, place: place, summary: summary).run(reader)
    let compression = reader.tileCompression
    checkTotals(tiles: Int(clamping: totals.tiles), contents: totals.contents, compression)
    checkMetadata(try reader.metadataJSON(), place) { $0.metadataJSON() }
    let known = bundle?.file.tiles.map { UInt64(clamping: $0) } ?? reader.header.addressedTiles
    // A damaged run may claim billions of tiles.
    guard totals.tiles <= (known > 0 ? known : 1 << 24) else {
      return place.add(.archiveCount, "the archive lists more tiles than expected, so its tiles are not checked")
    }
    if case .other(let method) = compression, method != 0 { return }
    try readTiles(reader, compression, reader.content, &stage)
  }

  private func run(_ reader: MBTilesReader, _ stage: inout TileStage) throws {
    let check = try MBTilesCheck(reader, place)
    check.run()
    if bundle != nil { checkMetadata(try reader.metadataJSON(), place) { $0.directoryJSON(compression: .none) } }
    let content = bundle == nil ? reader.content : .vectorTile
    // Pictures are compressed already.
    let count = try readTiles(reader, content == .vectorTile ? .gzip : .none, content, &stage)
    checkTotals(tiles: count, contents: count, .gzip)
    if bundle == nil { try check.checkAlone() }
  }

  /// Checks an archive of any container that describes itself as `metadata.json` of a folder does.
  private func run(_ reader: any TileArchiveReader, _ stage: inout TileStage) throws {
    let json = try reader.metadataJSON()
    let stated = bundle?.file.compression ?? JSONValue(text: json)?["compression"]?.string
    let isGzip = stated == TileCompression.gzip.rawValue
    var place = place
    if reader.container.isFolder { place.file += "/" + TileFolderNames.metadata }
    guard checkMetadata(json, place, { $0.directoryJSON(compression: isGzip ? .gzip : .none) }) else { return }
    // Other writers gzip the tiles of a folder without stating it.
    let count = try readTiles(reader, isGzip ? .gzip : bundle == nil ? .other(0) : .none, .vectorTile, &stage)
    checkTotals(tiles: count, contents: count, isGzip ? .gzip : .none)
  }

  /// Compares the members of metadata with those that our own writer makes of the manifest, if there is one. Others are
  /// free, except for those that it writes only where there is something to say. False if they are no JSON object.
  @discardableResult
  private func checkMetadata(_ json: [UInt8], _ place: Place, _ expected: (ArchiveSummary) -> [UInt8]) -> Bool {
    guard case .object(let found)? = JSONValue(text: json) else {
      place.add(.archiveMetadata, "the metadata is not a JSON object")
      return false
    }
    guard let summary else { return true }
    let (members, expected) = (Self.flat(.object(found)), Self.flat(JSONValue(text: expected(summary))))
    for name in Set(expected.keys + ["attribution", "compression", "description"]).sorted() {
      place.expect(
        members[name].map(Self.text), expected[name].map(Self.text),
        name == "bounds" || name == "center" ? .archiveBounds : .archiveMetadata,
        "the metadata does not match the bundle: \(name)")
    }
    return true
  }

  /// The members of an object, with those of the text `json`, in which MBTiles and folders have the layers.
  private static func flat(_ value: JSONValue?) -> NamedValues<JSONValue> {
    guard case .object(var members)? = value else { return [:] }
    let json = members.removeValue(forKey: "json")?.string
    return members.merging(flat(json.flatMap { JSONValue(text: Array($0.utf8)) })) { first, _ in first }
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? String(decoding: value.utf8, as: UTF8.self) }

  /// Passes every tile on; returns how many there are.
  @discardableResult
  private func readTiles(
    _ reader: any TileArchiveReader, _ compression: StoredCompression, _ content: TileContent,
    _ stage: inout TileStage
  ) throws -> Int {
    stage.begin(place.file, layer: bundle?.file.layer, compression, content)
    var count = 0
    try reader.forEachTile { tile, bytes in
      count += 1
      if let zooms = bundle?.file.zooms, !zooms.contains(Int(tile.z)) {
        place.at(tile: tile.hilbertID).add(
          .tileLocation, "the tile's zoom is outside the file's range", expected: "\(zooms)", found: "\(tile.z)")
      }
      try stage.add(tile, bytes)
    }
    return count
  }

  /// What the manifest says of the archive.
  private var summary: ArchiveSummary? {
    bundle.map { manifest, file in
      let layers = manifest.layers.filter { (file.layer ?? $0.id) == $0.id }
      var summary = ArchiveSummary(name: manifest.name, layers, zooms: file.zooms)
      (summary.description, summary.attribution) = (manifest.description, manifest.attribution)
      return summary
    }
  }

  private func checkTotals(tiles: Int, contents: Int, _ compression: StoredCompression) {
    guard let file = bundle?.file else { return }
    place.expect(tiles, file.tiles, .archiveCount, "the number of tiles in the manifest is wrong")
    place.expect(contents, file.contents, .archiveCount, "the number of distinct tiles in the manifest is wrong")
    place.expect(
      (compression == .gzip ? TileCompression.gzip : .none).rawValue, file.compression, .archiveCompression,
      "the compression in the manifest differs from the archive's")
  }
}
