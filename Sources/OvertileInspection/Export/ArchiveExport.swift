import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileTileArchiveWriting
import OvertileVectorTile

/// Writes one archive out of the archives of a bundle, or out of another archive.
///
/// Tiles are copied as they are stored wherever the container and the selection allow that. Tiles that several archives hold
/// layers of are joined, and layers that are not selected are cut out, without decoding features. The same source and
/// selection give the same bytes.
package struct ArchiveExport: ~Copyable {
  /// The counts of an export.
  package struct Summary: Sendable, Hashable, Codable {
    /// The tiles.
    package var tiles = 0
    /// The tiles whose bytes are those of the source.
    package var copied = 0
    /// The size of the files in bytes.
    package var bytes = 0
    /// The lowest zoom with tiles.
    package var minzoom = 0
    /// The highest zoom with tiles.
    package var maxzoom = 0
    /// The names of the layers.
    package var layers: [String] = []
  }

  private let source: ExportSource
  private let selection: ExportSelection
  private let container: TileContainer
  private let compression: TileCompression
  private var compressor: GzipCompressor
  private var summary = Summary()
  /// The layers of the tiles with their zooms, where the source does not name them.
  private var found: [String: ClosedRange<Int>] = [:]

  /// Writes the selected tiles into an archive at an unused path.
  ///
  /// O(bytes), and memory for the list of runs of one group of archives and for one tile.
  ///
  /// - Throws: `InspectionError`, `ArchiveError`, `BundleError`, `ListedFileError`, `PublishingError`.
  package static func write(
    _ source: TileSource, _ selection: ExportSelection, to path: String, _ container: TileContainer
  ) throws -> Summary {
    try source.checkFiles()
    let opened = try ExportSource(source, selection)
    var export = try ArchiveExport(opened, selection, container)
    return try export.write(to: path)
  }

  private init(_ source: ExportSource, _ selection: ExportSelection, _ container: TileContainer) throws {
    (self.source, self.selection, self.container) = (source, selection, container)
    let isPlain = source.groups.flatMap(\.readers).allSatisfy { $0.tileCompression == .none }
    compression = container.requiresGzip || container.choosesCompression && !isPlain ? .gzip : .none
    compressor = try GzipCompressor()
  }

  private mutating func write(to path: String) throws -> Summary {
    let writer = try container.makeWriter(path: path, compression: compression)
    for group in source.groups {
      let readers = try group.readers.map { reader in
        try (reader as? MBTilesReader)?.findsTilesByAddress() != false ? reader : SpooledReader(reader, beside: path)
      }
      try write((readers, group.isToBeCut), to: writer)
    }
    guard summary.tiles > 0 else { throw source.noTiles }
    let description = description()
    summary.layers = description.vectorLayers.map(\.id)
    summary.bytes = try writer.finish(description).bytes
    return summary
  }

  /// Appends the tiles of a group, by ascending Hilbert ids.
  private mutating func write(_ group: ExportSource.Group, to writer: any TileArchiveWriter) throws {
    let ids = TileID.hilbertIDs(zooms: selection.zooms ?? 0...31)
    try RunMerge(group.readers.map { try RunMerge.runs(of: $0) }).forEachRun { run in
      let selected = run.ids.clamped(to: ids)
      var made: ExportedTile?
      for id in selected {
        guard let tile = TileID(hilbertID: id), selection.box?.touches(tile) ?? true else { continue }
        // The tiles of a run share their bytes.
        let stored = try made ?? stored(tile, run.parts.map { group.readers[$0] }, isToBeCut: group.isToBeCut)
        made = stored
        guard !stored.bytes.isEmpty else { break }
        try writer.append(tile, stored.bytes)
        if summary.tiles == 0 { summary.minzoom = Int(tile.z) }
        summary.maxzoom = Int(tile.z)
        summary.tiles += 1
        summary.copied += stored.isCopied ? 1 : 0
      }
    }
  }

  /// The bytes of a tile as the archive stores it, none if nothing of it is selected, and whether they are those of the
  /// source.
  private typealias ExportedTile = (bytes: [UInt8], isCopied: Bool)

  /// A tile of some archives, with the selected layers.
  private mutating func stored(
    _ tile: TileID, _ readers: [any TileArchiveReader], isToBeCut: Bool
  ) throws -> ExportedTile {
    do {
      let parts = try readers.compactMap { reader in try reader.tile(tile).map { (reader: reader, stored: $0) } }
      // No manifest has a digest of these tiles, so each must decode.
      if source.isUnlisted {
        for part in parts { _ = try TileDecoder.decode(part.reader.plain(part.stored), isTolerant: true) }
      }
      guard parts.count > 1 || isToBeCut || source.layers == nil else {
        return try parts.first.map { part in try copied(part.stored) { try part.reader.plain(part.stored) } }
          ?? ([], false)
      }
      let plain = try parts.map { try $0.reader.plain($0.stored) }
      guard let joined = try JoinedTile.join(plain, .vectorTile) else { return ([], false) }
      let kept = isToBeCut ? try LayerBytes.keeping(Set(source.selected ?? []), of: joined) : joined
      if source.layers == nil { try noteLayers(of: kept, zoom: Int(tile.z)) }
      if parts.count == 1, kept == joined { return try copied(parts[0].stored) { kept } }
      return (try encoded(kept), false)
    } catch let error as VectorTileError {
      throw InspectionError("\(source.path), tile \(tile): \(error)")
    }
  }

  /// Stored bytes unchanged if the archive stores tiles so; otherwise encoded anew.
  private mutating func copied(_ bytes: [UInt8], plain: () throws -> [UInt8]) throws -> ExportedTile {
    let form: StoredCompression = compression == .gzip ? .gzip : .none
    return StoredCompression(sniffing: bytes) == form ? (bytes, true) : (try encoded(plain()), false)
  }

  private mutating func encoded(_ plain: [UInt8]) throws -> [UInt8] {
    compression == .gzip && !plain.isEmpty ? try compressor.compress(plain) : plain
  }

  private mutating func noteLayers(of tile: [UInt8], zoom: Int) throws {
    for name in try LayerBytes.names(of: tile) {
      let known = found[name] ?? zoom...zoom
      found[name] = min(known.lowerBound, zoom)...max(known.upperBound, zoom)
    }
  }

  /// The metadata of the archive: of what is in it.
  private func description() -> ArchiveSummary {
    let zooms = summary.minzoom...summary.maxzoom
    let world = DegreeBox(west: -180, south: -85.0511287, east: 180, north: 85.0511287)
    let stated = DegreeBox(source.bounds) ?? world
    let part = selection.box.map { $0.clipped(to: stated) ?? $0 }
    let extent = source.extent ?? world
    // Within the bounds, which may end short of the antimeridian where the extent crosses it.
    let shown = part.map { $0.clipped(to: extent) ?? $0 } ?? extent
    let center = selection.box == nil ? source.center ?? shown.middle : shown.middle
    let zoom = center.count > 2 ? min(max(Int(center[2]), zooms.lowerBound), zooms.upperBound) : zooms.lowerBound
    var description = ArchiveSummary(
      name: source.name, minZoom: zooms.lowerBound, maxZoom: zooms.upperBound,
      bounds: DegreeBox.bounds(part?.bounds ?? stated.bounds, around: center),
      center: [center[0], center[1], Double(zoom)])
    (description.description, description.attribution) = (source.description, source.attribution)
    let layers =
      source.layers
      ?? found.sorted { $0.key < $1.key }.map {
        VectorLayer(id: $0.key, fields: [:], minZoom: $0.value.lowerBound, maxZoom: $0.value.upperBound)
      }
    description.vectorLayers = layers.compactMap { $0.clamped(to: zooms) }
    return description
  }
}
