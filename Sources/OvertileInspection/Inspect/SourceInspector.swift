import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// Inspects bundles and archives.
package struct SourceInspector: Sendable {
  /// Whether every tile is read, to list its layers, fields and entries; otherwise only directories are read.
  package var readsTiles = false
  /// The number of the largest tiles that are named.
  package var largestTiles = 10

  /// An inspector that reads directories only.
  package init() {}

  /// The content of a source. O(directory entries); with `readsTiles` O(bytes). Memory does not grow with the tiles.
  ///
  /// Without `readsTiles`, layers come from the manifest or the metadata; if an archive of vector tiles names none,
  /// its largest tiles are read.
  ///
  /// - Throws: `ArchiveError`, `BundleError`, `InspectionError`.
  package func inspect(_ source: TileSource) throws -> SourceInspection {
    let readers = try source.readers()
    var found = SourceInspection(path: source.path, kind: source.manifest == nil ? "archive" : "bundle")
    var survey = TileSurvey(largest: max(0, largestTiles))
    for reader in readers { try survey.add(reader) }
    describe(&found, readers, survey)
    let outside = try readers.reduce(0) { try $0 + (($1 as? MBTilesReader)?.tilesOutsideGrid() ?? 0) }
    if outside > 0 { found.notes.append("\(outside) tiles lie outside the tile grid, so maps never request them") }
    duplicates(&found, readers, survey)
    if let manifest = source.manifest {
      describe(&found, manifest)
    } else if let reader = readers.first {
      describe(&found, try ArchiveMetadata(reader))
    }
    try features(&found, readers, survey)
    if readers.first?.container.isFolder == true { found.fileBytes = found.fileBytes ?? found.tileBytes }
    return found
  }

  private func describe(_ found: inout SourceInspection, _ readers: [any TileArchiveReader], _ survey: TileSurvey) {
    found.container = readers.first?.container.rawValue
    found.content = readers.first.map { "\($0.content)" }
    found.compression = Set(readers.map { "\($0.tileCompression)" }).sorted()
    found.zooms = survey.zooms
    (found.tiles, found.tileBytes) = (survey.tiles, survey.bytes)
    (found.minzoom, found.maxzoom) = (found.zooms.first?.zoom, found.zooms.last?.zoom)
    found.largestTiles = survey.largest.map { SourceInspection.Tile(tile: "\($0.tile)", bytes: $0.bytes) }
    if found.zooms.isEmpty { found.notes.append("there are no tiles") }
  }

  /// PMTiles states how many blobs there are and where; the other containers do not.
  private func duplicates(
    _ found: inout SourceInspection, _ readers: [any TileArchiveReader], _ survey: TileSurvey
  ) {
    let headers = readers.compactMap { ($0 as? PMTilesReader)?.header }
    guard headers.count == readers.count, !headers.isEmpty else { return }
    let (tiles, bytes) = (survey.tiles, survey.bytes)
    let contents = headers.reduce(UInt64(0)) { $0 &+ $1.tileContents }
    let stored = headers.reduce(UInt64(0)) { $0 &+ $1.tileData.length }
    // A header may leave the number open, as 0, or state a wrong one.
    guard headers.allSatisfy({ $0.tileContents > 0 || tiles == 0 }), contents <= tiles else { return }
    found.duplicates = .init(tiles: tiles - contents, bytes: bytes > stored ? bytes - stored : 0)
  }

  private func describe(_ found: inout SourceInspection, _ manifest: BundleManifest) {
    (found.name, found.description) = (manifest.name, manifest.description)
    (found.attribution, found.version) = (manifest.attribution, manifest.version)
    (found.container, found.layout) = (manifest.tiles.container, manifest.tiles.layout)
    (found.content, found.bounds) = (manifest.tiles.encoding, manifest.bounds)
    found.fileBytes = UInt64(manifest.byteCount)
    (found.provenance, found.software) = (manifest.provenance, manifest.software)
    found.layersFrom = .manifest
    found.cameras = manifest.cameras
    found.layers = manifest.layers.map { layer in
      SourceInspection.Layer(
        id: layer.id, kind: layer.kind, description: layer.description, minzoom: layer.minzoom, maxzoom: layer.maxzoom,
        fields: layer.fields, features: layer.features,
        zooms: layer.zooms.map { .init(zoom: $0.zoom, entries: $0.entries, overlays: $0.overlays) },
        camera: layer.camera)
    }
  }

  private func describe(_ found: inout SourceInspection, _ metadata: ArchiveMetadata) {
    (found.name, found.description) = (metadata.name, metadata.description)
    (found.attribution, found.version) = (metadata.attribution, metadata.version)
    (found.generator, found.bounds, found.center) = (metadata.generator, metadata.bounds, metadata.center)
    if !Folder.exists(found.path) { found.fileBytes = (try? UnixFile.size(found.path)).map { UInt64($0) } }
    if metadata.isUnreadable { found.notes.append("the metadata is not a JSON object") }
    if found.name == nil { found.notes.append("the metadata has no name") }
    if found.bounds == nil { found.notes.append("the metadata has no bounds") }
    if let low = metadata.minZoom, let high = metadata.maxZoom, let first = found.minzoom, let last = found.maxzoom,
      low != first || high != last
    {
      found.notes.append(
        "the metadata specifies zooms \(low) to \(high), but the tiles are at zooms \(first) to \(last)")
    }
    guard !metadata.layers.isEmpty else { return }
    found.layersFrom = .metadata
    found.layers = metadata.layers.map {
      SourceInspection.Layer(
        id: $0.id, description: $0.description, minzoom: $0.minzoom, maxzoom: $0.maxzoom, fields: $0.fields,
        features: $0.features)
    }
  }

  /// Reads tiles if that is requested, or if nothing else names the layers.
  private func features(
    _ found: inout SourceInspection, _ readers: [any TileArchiveReader], _ survey: TileSurvey
  ) throws {
    guard readers.first?.content == .vectorTile, readsTiles || found.layersFrom == .none else {
      if readsTiles { found.notes.append("features are counted only in vector tiles") }
      return
    }
    var features = FeatureSurvey()
    for reader in readers {
      if readsTiles {
        try reader.forEachTile { try features.add($0, $1, of: reader) }
      } else {
        for large in survey.largest {
          if let stored = try reader.tile(large.tile) { try features.add(large.tile, stored, of: reader) }
        }
        found.notes.append(
          "the metadata lists no layers; the layers shown are from the \(survey.largest.count) largest tiles")
      }
    }
    if features.droppedFeatures > 0 {
      found.notes.append(
        "\(features.droppedFeatures) features have no geometry that can be drawn, so they are not counted")
    }
    merge(&found, features)
    found.layersFrom = readsTiles ? .tiles : .sample
  }

  /// Layers keep their descriptions; zooms, fields and entries are replaced by those of the tiles.
  private func merge(_ found: inout SourceInspection, _ features: FeatureSurvey) {
    let said = Dictionary(found.layers.map { ($0.id, $0) }) { first, _ in first }
    let others = features.layers.keys.filter { said[$0] == nil }.sorted()
    found.layers = (found.layers.map(\.id) + others).compactMap { id in
      guard let seen = features.layers[id] else { return nil }
      var layer = said[id] ?? SourceInspection.Layer(id: id)
      let overlays = Dictionary(layer.zooms.map { ($0.zoom, $0.overlays) }) { first, _ in first }
      layer.fields = seen.fields.mapValues(\.rawValue)
      (layer.minzoom, layer.maxzoom) = (seen.entries.keys.min(), seen.entries.keys.max())
      layer.zooms =
        readsTiles
        ? seen.entries.sorted { $0.key < $1.key }.map {
          .init(zoom: $0.key, entries: $0.value, overlays: overlays[$0.key] ?? nil)
        } : []
      return layer
    }
  }
}
