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
      for case let reader as MBTilesReader in group.readers { try reader.indexTiles() }
      try write(group, to: writer)
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
      let reader = TileArchives.joined(run.parts.map { group.readers[$0] }, in: source.path)
      var made: ExportedTile?
      for id in selected {
        guard let tile = TileID(hilbertID: id), selection.box?.touches(tile) ?? true else { continue }
        // The tiles of a run share their bytes.
        let stored = try made ?? stored(tile, of: reader, isToBeCut: group.isToBeCut)
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

  /// A tile with the selected layers: the stored bytes if all of it is selected and the archive stores tiles so.
  private mutating func stored(
    _ tile: TileID, of reader: any TileArchiveReader, isToBeCut: Bool
  ) throws -> ExportedTile {
    do {
      guard let stored = try reader.tile(tile) else { return ([], false) }
      let form: StoredCompression = compression == .gzip ? .gzip : .none
      let isInForm = StoredCompression(sniffing: stored) == form && !(reader is JoinedReader)
      // A tile whose digest is in a manifest need not be looked at.
      if isInForm, !isToBeCut, source.layers != nil, !source.isUnlisted { return (stored, true) }
      let plain = try reader.plain(stored)
      if source.isUnlisted { _ = try TileDecoder.decode(plain, isTolerant: true) }
      let kept = isToBeCut ? try LayerBytes.keeping(Set(source.selected ?? []), of: plain) : plain
      if source.layers == nil { try noteLayers(of: kept, zoom: Int(tile.z)) }
      return isInForm && kept == plain ? (stored, true) : (try encoded(kept), false)
    } catch let error as VectorTileError {
      throw InspectionError("\(source.path), tile \(tile): \(error)")
    }
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
