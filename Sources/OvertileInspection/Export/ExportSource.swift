import OvertileBundleFormat
import OvertileCore
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
  /// The names of the selected layers; nil for all of them.
  let selected: [String]?
  /// The selected layers that the bundle has no features of.
  let emptyLayers: [String]
  /// The layers with their zooms; nil if the tileset does not name them.
  let layers: [VectorLayer]?
  /// West, south, east, north in degrees; nil if they are not stated.
  let bounds: [Double]?
  /// The least box around what it shows; nil if that is not stated.
  let extent: DegreeBox?
  /// Longitude, latitude and zoom where a map starts; nil if they are not stated.
  let center: [Double]?

  /// Archives that are read together, and whether all of their layers are selected.
  struct Group {
    var readers: [any TileArchiveReader]
    /// Whether tiles may have layers that are not selected.
    var isToBeCut: Bool
    /// The indices of those that have no tiles at the selected zooms, and are not read.
    var unread: Set<Int> = []

    /// The same archives, those in which tiles cannot be found by their address copied into a nameless file beside a path.
    func indexed(beside path: String) throws -> Group {
      var group = self
      for (index, reader) in readers.enumerated() where !unread.contains(index) {
        if try !reader.findsTilesByAddress() { group.readers[index] = try SpooledReader(reader, beside: path) }
      }
      return group
    }

    /// The runs of the tiles of each archive.
    func runs() throws -> [[RunMerge.Own]] {
      try readers.enumerated().map { unread.contains($0.offset) ? [] : try RunMerge.runs(of: $0.element) }
    }
  }

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
    try checkContent()
  }

  private init(_ source: TileSource, _ manifest: BundleManifest, _ selection: ExportSelection) throws {
    isUnlisted = false
    let names = try Self.names(selection.layers, among: manifest.layers.map(\.id), path: source.path)
    self.selected = names
    let selected = manifest.layers.filter { names?.contains($0.id) ?? true }
    emptyLayers = names == nil ? [] : selected.filter { $0.features == 0 }.map(\.id)
    path = source.path
    groups = try source.checkedArchives(layers: names.map(Set.init), zooms: selection.zooms ?? 0...31).map { group in
      Group(
        readers: group.map(\.reader), isToBeCut: names != nil && group.contains { $0.layer == nil },
        unread: Set(group.indices.filter { !group[$0].isInZooms }))
    }
    (name, description, attribution) = (manifest.name, manifest.description, manifest.attribution)
    layers = selected.map { layer in
      VectorLayer(
        id: layer.id, fields: layer.fields.compactMapValues(FieldType.init(rawValue:)), minZoom: layer.minzoom,
        maxZoom: layer.maxzoom, description: layer.description)
    }
    bounds = DegreeBox.union(selected.compactMap(\.bounds))
    extent = manifest.extent { names?.contains($0.id) ?? true }
    center = nil
  }

  private init(archive source: TileSource, _ texts: [String]?) throws {
    isUnlisted = true
    let readers = try source.readers()
    let metadata = try readers.first.map { try ArchiveMetadata($0) } ?? ArchiveMetadata(json: [])
    let present = metadata.layers.isEmpty ? nil : metadata.layers.map(\.id)
    let names = try Self.names(texts, among: present, path: source.path)
    (selected, emptyLayers) = (names, [])
    path = source.path
    groups = [Group(readers: readers, isToBeCut: names != nil)]
    (name, description, attribution) = (metadata.name ?? "Tiles", metadata.description, metadata.attribution)
    layers = try Self.layers(metadata, names, zooms: readers.first?.zooms() ?? 0...0)
    bounds = metadata.bounds.flatMap { bounds in DegreeBox(bounds).map { $0.west <= $0.east } == true ? bounds : nil }
    extent = DegreeBox(bounds)
    center = metadata.center.flatMap { Self.isPoint($0) ? $0 : nil }
  }

  /// The selected layers that the metadata of an archive name; nil if they name none.
  private static func layers(
    _ metadata: ArchiveMetadata, _ names: [String]?, zooms: ClosedRange<Int>
  ) -> [VectorLayer]? {
    if metadata.layers.isEmpty { return nil }
    return metadata.layers.filter { names?.contains($0.id) ?? true }.map { layer in
      VectorLayer(
        id: layer.id, fields: layer.fields.mapValues { FieldType(rawValue: $0) ?? .string },
        minZoom: layer.minzoom ?? zooms.lowerBound, maxZoom: layer.maxzoom ?? zooms.upperBound,
        description: layer.description)
    }
  }

  /// Whether numbers are a longitude, a latitude and a zoom.
  private static func isPoint(_ point: [Double]) -> Bool {
    point.count == 3 && (-180...180).contains(point[0]) && (-90...90).contains(point[1]) && (0...31).contains(point[2])
  }

  /// The error of a selection without tiles.
  func noTiles() throws -> InspectionError {
    let zooms = try groups.flatMap(\.readers).compactMap { try $0.zooms() }
    guard let low = zooms.map(\.lowerBound).min(), let high = zooms.map(\.upperBound).max() else {
      return InspectionError("\(path): there are no tiles to export", .missing)
    }
    let layers = emptyLayers.map { "the layer \"\($0)\" has no features; " }.joined()
    return InspectionError(
      "\(path): the selection contains no tiles; \(layers)the tileset has tiles at "
        + (low == high ? "zoom \(low)" : "zooms \(low) to \(high)") + ". Change --layers, --zooms or --bounds",
      .missing)
  }

  private func checkContent() throws {
    for reader in groups.flatMap(\.readers) where reader.content != .vectorTile {
      // Nothing says what the tiles of an empty folder would be.
      if try reader.zooms() == nil { continue }
      throw InspectionError("\(path): only vector tiles can be exported, but these tiles are \(reader.content)")
    }
  }

  /// The names of the selected layers, all of which are there if the tileset names its layers.
  private static func names(_ texts: [String]?, among present: [String]?, path: String) throws -> [String]? {
    guard let texts else { return nil }
    let names = try ExportSelection.names(texts, among: present)
    guard let present, let unknown = names.first(where: { !present.contains($0) }) else { return names }
    let suggestion = NearestName.suggestion(for: unknown, among: present)
    let all = present.isEmpty ? "no layers" : present.map { "\"\($0)\"" }.joined(separator: ", ")
    throw InspectionError(
      "\(path) has no layer \"\(unknown)\"\(suggestion.isEmpty ? ";" : suggestion) it has \(all)", .missing)
  }
}
