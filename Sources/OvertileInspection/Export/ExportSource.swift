import OvertileBundleFormat
import OvertileTileArchive

/// The archives of a selection, and what they say of themselves.
struct ExportSource {
  /// The path of the tileset, for errors.
  let path: String
  /// Groups of archives in the order of their zooms. Archives of one group hold different layers of the same tiles.
  let groups: [Group]
  /// Whether no manifest lists the files with their digests.
  let isUnlisted: Bool
  /// The name.
  let name: String
  /// A sentence about it.
  let description: String?
  /// The attribution.
  let attribution: String?
  /// The zooms of the tileset; nil if it has no tiles.
  let zooms: ClosedRange<Int>?
  /// The names of the selected layers; nil for all of them.
  let selected: [String]?
  /// The layers with their zooms; nil if the tileset does not name them.
  let layers: [VectorLayer]?
  /// West, south, east, north in degrees; nil if they are not stated.
  let bounds: [Double]?
  /// The least box around what it shows; nil if that is not stated.
  let extent: DegreeBox?
  /// Longitude, latitude and zoom where a map starts; nil if they are not stated.
  let center: [Double]?

  /// Archives that are read together, and whether their tiles may have layers that are not selected.
  typealias Group = (readers: [any TileArchiveReader], isToBeCut: Bool)

  /// Opens the archives of the selected layers, or of all. Those of a bundle that are read must have the digests in its
  /// manifest.
  ///
  /// - Throws: `InspectionError` for a layer that is not there or tiles that are not vector tiles, `ListedFileError` for a damaged
  ///   file, and the errors of the source.
  init(_ source: TileSource, _ selection: ExportSelection) throws {
    if let manifest = source.manifest {
      try self.init(source, manifest, selection)
    } else {
      try self.init(archive: source, selection.layers)
    }
    for reader in groups.flatMap(\.readers) where reader.content != .vectorTile {
      // Nothing says what the tiles of an empty folder would be.
      if try reader.zooms() == nil { continue }
      throw InspectionError("\(path): only vector tiles can be exported, but these tiles are \(reader.content)")
    }
  }

  private init(_ source: TileSource, _ manifest: BundleManifest, _ selection: ExportSelection) throws {
    let names = try Self.names(selection.layers, among: manifest.layers.map(\.id), path: source.path)
    (path, isUnlisted, selected) = (source.path, false, names)
    let selected = manifest.layers.filter { names?.contains($0.id) ?? true }
    groups = try source.checkedArchives(layers: names.map(Set.init), zooms: selection.zooms ?? 0...31).map { group in
      (group.map(\.reader), names != nil && group.contains { $0.layer == nil })
    }
    zooms = manifest.tileCount == 0 ? nil : manifest.minzoom...manifest.maxzoom
    (name, description, attribution) = (manifest.name, manifest.description, manifest.attribution)
    layers = selected.map { VectorLayer($0) }
    bounds = DegreeBox.union(selected.compactMap(\.bounds))
    extent = DegreeBox(around: selected.compactMap(\.shown))
    center = nil
  }

  private init(archive source: TileSource, _ texts: [String]?) throws {
    let readers = try source.readers()
    let metadata = try readers.first.map { try ArchiveMetadata($0) } ?? ArchiveMetadata(json: [])
    let present = metadata.layers.isEmpty ? nil : metadata.layers.map(\.id)
    let names = try Self.names(texts, among: present, path: source.path)
    (path, isUnlisted, selected) = (source.path, true, names)
    groups = [(readers, names != nil)]
    let zooms = try readers.first?.zooms()
    self.zooms = zooms
    (name, description, attribution) = (metadata.name ?? "Tiles", metadata.description, metadata.attribution)
    let layers = metadata.layers.filter { names?.contains($0.id) ?? true }.map { layer in
      VectorLayer(
        id: layer.id, fields: layer.fields.mapValues { FieldType(rawValue: $0) ?? .string },
        minZoom: layer.minzoom ?? zooms?.lowerBound ?? 0, maxZoom: layer.maxzoom ?? zooms?.upperBound ?? 0,
        description: layer.description)
    }
    self.layers = present == nil ? nil : layers
    bounds = metadata.bounds.flatMap { bounds in DegreeBox(bounds).map { $0.west <= $0.east } == true ? bounds : nil }
    extent = DegreeBox(bounds)
    center = metadata.center.flatMap { Self.isPoint($0) ? $0 : nil }
  }

  /// Whether numbers are a longitude, a latitude and a zoom.
  private static func isPoint(_ point: [Double]) -> Bool {
    point.count == 3 && (-180...180).contains(point[0]) && (-90...90).contains(point[1]) && (0...31).contains(point[2])
  }

  /// The error of a selection without tiles.
  var noTiles: InspectionError {
    let present = zooms.map { "tiles at zooms \($0.lowerBound) to \($0.upperBound)" } ?? "no tiles"
    return InspectionError("\(path): the selection contains no tiles; the tileset has \(present)", .missing)
  }

  /// The names of the selected layers, all of which are there if the tileset names its layers. A text that is the name of
  /// a layer means that one, any other one the names between its commas; both if no names are known.
  private static func names(_ texts: [String]?, among present: [String]?, path: String) throws -> [String]? {
    guard let texts else { return nil }
    let names = texts.flatMap { text -> [String] in
      if present?.contains(text) == true { return [text] }
      let parts = text.split(separator: ",").map(String.init)
      return present == nil && parts.count > 1 ? parts + [text] : parts
    }
    guard let present, let unknown = names.first(where: { !present.contains($0) }) else { return names }
    throw InspectionError.noLayer(path, unknown, present: present)
  }
}
