import MapMath
import OvertileBundleFormat
import OvertileTileArchive
import OvertileVectorTile

/// Whether tiles obey the rules of their format and of their layers, each by itself, and what they have of the layers.
struct TileCheck: Sendable {
  /// The rules of the bundle; nil for an archive alone.
  let rules: BundleManifest.TileStorage?
  /// The layers of the bundle, with what the tiles have of them; none for an archive alone.
  var layers: [LayerCheck]
  /// The file of the tiles.
  var place: Place
  var compression = StoredCompression.none
  var content = TileContent.vectorTile
  /// The entries of all layers.
  private(set) var entries = 0

  /// Prepares to check tiles.
  init(_ rules: BundleManifest.TileStorage?, _ layers: [LayerCheck], _ findings: Findings) {
    (self.rules, self.layers) = (rules, layers)
    place = Place(findings: findings, file: "")
  }

  /// The same check before it has seen anything, for another worker.
  var fresh: TileCheck {
    var fresh = TileCheck(rules, layers, place.findings.fresh)
    for index in layers.indices { fresh.layers[index].contents = LayerContents() }
    (fresh.place.file, fresh.compression, fresh.content) = (place.file, compression, content)
    return fresh
  }

  /// Adds what another worker has found.
  mutating func append(_ other: TileCheck) {
    entries += other.entries
    place.findings.append(other.place.findings)
    for index in layers.indices { layers[index].contents.append(other.layers[index].contents) }
  }

  /// Checks a tile as an archive stores it.
  mutating func check(_ id: TileID, _ stored: [UInt8]) {
    let place = place.at(tile: id.hilbertID)
    guard let plain = plain(stored, place) else { return }
    guard content == .vectorTile else { return }
    do {
      let tile = try decode(plain, place)
      place.require(!tile.layers.isEmpty, .tileRule, "the tile is empty and should not exist", isAllowed: true)
      place.require(
        tile.unknownFeatures == 0, .tileGeometry, "\(tile.unknownFeatures) features have the geometry type UNKNOWN",
        isAllowed: true)
      for fault in try TileRules.faults(plain) { place.add(.tileRule, "\(fault)", isAllowed: true) }
      for name in tile.skippedLayers { place.add(.tileRule, "the layer \"\(name)\" has an unsupported version") }
      for layer in tile.layers { check(layer, id, place.at(layer: layer.name)) }
    } catch {
      place.add(.tileUnreadable, "\(error)")
    }
  }

  /// The vector tile; for an archive alone also if a geometry breaks a rule, which then is a finding.
  private func decode(_ plain: [UInt8], _ place: Place) throws -> DecodedTile {
    guard rules == nil else { return try TileDecoder.decode(plain) }
    do throws(VectorTileError) {
      let tile = try TileDecoder.decode(plain, takesUnknown: true)
      let flat = tile.layers.contains { $0.version != 1 } ? tile.droppedParts : 0
      place.require(
        flat == 0 && tile.droppedFeatures == tile.unknownFeatures, .tileGeometry,
        "rings without area and features without a geometry that can be drawn are ignored", isAllowed: true)
      return tile
    } catch {
      guard error.code == .geometry, let tile = try? TileDecoder.decode(plain, isTolerant: true) else { throw error }
      place.add(.tileRule, "\(error.location): \(error.reason)")
      return tile
    }
  }

  private func plain(_ stored: [UInt8], _ place: Place) -> [UInt8]? {
    let isPacked = StoredCompression(sniffing: stored) == .gzip
    guard compression == .gzip || compression == .other(0) && isPacked else { return stored }
    if rules == nil, !isPacked {
      place.add(
        .archiveCompression,
        "the tile is not compressed, but the archive declares gzip (implied by the format pbf in MBTiles 1.3)")
      return stored
    }
    do {
      return try Gunzip.decompress(stored)
    } catch {
      place.add(.archiveCompression, "the tile cannot be decompressed as gzip: \(error)")
      return nil
    }
  }

  private mutating func check(_ layer: DecodedLayer, _ tile: TileID, _ place: Place) {
    entries += layer.features.count
    guard let rules else {
      for feature in layer.features { check(feature, layer, nil, place.at(feature: feature.id)) }
      return
    }
    guard let index = layers.firstIndex(where: { $0.layer.id == layer.name }) else {
      return place.add(.tileLayer, "the manifest does not list this layer")
    }
    let known = layers[index].layer
    let isInZooms = known.minzoom...known.maxzoom ~= Int(tile.z)
    place.require(isInZooms, .tileLayer, "the layer should not have any features at zoom \(tile.z)")
    let extent = Int(layer.extent)
    place.expect(extent, rules.extent, .tileRule, "the layer's extent differs from the one in the manifest")
    for feature in layer.features {
      let place = place.at(feature: feature.id)
      let shape = check(feature, layer, rules.buffer, place)
      layers[index].note(feature, tile, shape, place)
    }
    layers[index].noteBorders(layer.features, tile, place)
  }

  /// Checks the rules for a feature of any layer; returns its polygons, if it has any.
  @discardableResult
  private func check(_ feature: DecodedFeature, _ layer: DecodedLayer, _ buffer: Int?, _ place: Place) -> TileShape? {
    let geometry = feature.geometry
    let isCircle =
      feature[TileProperty.part] != nil && feature[TileProperty.radiusMeters] != nil && geometry.kind == .points
    if let buffer {
      place.require(feature.id != nil, .tileID, "a feature has no id")
      // A center keeps its position, even far outside.
      let range = Int32(clamping: -buffer)...Int32(clamping: Int(layer.extent) + buffer)
      let outside =
        isCircle ? nil : geometry.x.first { !range.contains($0) } ?? geometry.y.first { !range.contains($0) }
      place.require(
        outside == nil, .tileGeometry, "a position lies outside the tile and its buffer", expected: "\(range)",
        found: outside.map { "\($0)" })
    }
    guard geometry.kind == .polygons else { return nil }
    let shape = TileShape(geometry)
    // Version 1 has no rule against it.
    place.require(
      shape?.isValid == true, .tilePolygon, "the polygon crosses itself, or its rings overlap",
      isAllowed: layer.version == 1)
    return shape
  }
}
