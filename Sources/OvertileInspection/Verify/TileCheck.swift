import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// The contents of some tiles of a layer.
struct LayerContents: Sendable {
  var occurrences: [FeatureOccurrence] = []
  var claims: [Claim] = []
  /// The type of each field.
  var fields: NamedValues<FieldType> = [:]
  /// Per tile: where shapes differ between positions that they share.
  var gaps: [UInt64: [TileBorders.Gap]] = [:]

  /// Adds the contents of further tiles.
  mutating func append(_ other: LayerContents) {
    occurrences += other.occurrences
    claims += other.claims
    fields.merge(other.fields) { $0.joined($1) }
    gaps.merge(other.gaps) { first, _ in first }
  }

  /// Keeps the values of a feature that must agree between tiles. Its shape is that of its polygons, if it has any.
  mutating func note(
    _ feature: DecodedFeature, _ tile: TileID, _ shape: TileShape?, _ check: LayerCheck,
    _ rules: BundleManifest.TileStorage, _ place: Place
  ) {
    guard let id = feature.id else { return }
    let (kind, geometry) = (check.kind, feature.geometry)
    for property in feature.properties { fields.note(property) }
    var occurrence = FeatureOccurrence(feature, id: id, tile: tile, kind: kind, extent: Int64(rules.extent), place)
    if occurrence.count > 0 { occurrence.aggregates = check.aggregates.map { feature[$0.name] } }
    occurrences.append(occurrence)
    if occurrence.part == .ring, occurrence.numbers.x.isFinite, let circles = check.circles {
      let isRight = circles.checkRing(geometry, of: occurrence, tile: tile, rules)
      place.require(isRight, .overlayRadius, "the circle's outline does not match its radius")
    }
    let isClipped = kind == .shape && geometry.kind != .points || occurrence.part == .dissolved
    let isMarker = kind != .circle && occurrence.part == .whole && occurrence.isPoint
    guard isClipped || isMarker else { return }
    let neighbors = geometry.neighbors(
      of: tile, extent: rules.extent, buffer: rules.buffer, shape ?? TileShape(geometry))
    claims += neighbors.map { Claim(id: id, tile: $0.hilbertID, from: tile.hilbertID, isPoint: isMarker) }
  }
}

/// Whether tiles of a file obey the rules of their format and of their layers, each by itself. One per worker.
struct TileCheck: Sendable {
  /// The rules of the bundle, with the gaps in the tiles of the zoom before; nil for an archive alone.
  let rules: BundleManifest.TileStorage?
  let layers: [LayerCheck]
  let compression: StoredCompression
  let content: TileContent
  let place: Place
  /// Per layer: what the tiles have.
  private(set) var contents: [LayerContents]
  /// The entries of all layers.
  private(set) var entries = 0

  /// Prepares to check tiles; there are no layers for an archive alone.
  init(
    _ rules: BundleManifest.TileStorage?, _ layers: [LayerCheck], _ compression: StoredCompression,
    _ content: TileContent, _ place: Place
  ) {
    (self.rules, self.layers, self.place) = (rules, layers, place)
    (self.compression, self.content) = (compression, content)
    contents = layers.map { _ in LayerContents() }
  }

  /// Checks a tile as an archive stores it.
  mutating func check(_ id: TileID, _ stored: [UInt8]) {
    let place = place.at(tile: id.hilbertID)
    guard let plain = plain(stored, place) else { return }
    if case .other(let name) = content { return checkPicture(plain, name, place) }
    do {
      let tile = try decode(plain, place)
      place.require(!tile.layers.isEmpty, .tileRule, "the tile is empty and should not exist", isAllowed: true)
      place.require(
        tile.unknownFeatures == 0, .tileGeometry, "\(tile.unknownFeatures) features have the geometry type UNKNOWN",
        isAllowed: true)
      for fault in try TileRules.faults(plain) { place.add(.tileRule, "\(fault)", isAllowed: true) }
      for name in tile.skippedLayers { place.add(.tileRule, "the layer \"\(name)\" has an unsupported version") }
      let order = tile.layers.compactMap { layer in layers.firstIndex { $0.layer.id == layer.name } }
      let isOrdered = zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
      place.require(isOrdered, .tileLayer, "the tile's layers are not in the same order as in the manifest")
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

  /// Whether a tile that is not a vector tile begins as its format does, if that is known.
  private func checkPicture(_ bytes: [UInt8], _ name: String, _ place: Place) {
    let (found, isKnown) = (TileContent(sniffing: bytes), ["png", "jpeg", "webp", "avif"].contains(name))
    place.require(
      !isKnown || found == .other(name), .tileUnreadable, "the tile's content does not match its format",
      expected: name, found: "\(found)")
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
      let plain = try Gunzip.decompress(stored)
      // No flags, no time and an unknown system. Source: RFC 1952, section 2.3.
      let isReproducible = stored.count >= 10 && stored[3...7].allSatisfy { $0 == 0 } && stored[9] == 255
      place.require(
        rules == nil || isReproducible, .archiveCompression,
        "the gzip header contains a time, a name or a system, so the bytes are not reproducible")
      return plain
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
    let known = layers[index]
    let isInZooms = known.layer.minzoom...known.layer.maxzoom ~= Int(tile.z)
    place.require(isInZooms, .tileLayer, "the layer should not have any features at zoom \(tile.z)")
    let extent = Int(layer.extent)
    place.expect(extent, rules.extent, .tileRule, "the layer's extent differs from the one in the manifest")
    for feature in layer.features {
      let place = place.at(feature: feature.id)
      let shape = check(feature, layer, rules.buffer, place)
      contents[index].note(feature, tile, shape, known, rules, place)
    }
    if known.layer.shape?.shapeMethod == .coverage { checkBorders(layer, index, tile, rules, place) }
  }

  /// Keeps the gaps between shapes for the zoom below, which tells whether they are of the source.
  private mutating func checkBorders(
    _ layer: DecodedLayer, _ index: Int, _ tile: TileID, _ rules: BundleManifest.TileStorage, _ place: Place
  ) {
    let above = tile.parent.flatMap { layers[index].gaps[$0.hilbertID] } ?? []
    let isLast = Int(tile.z) >= layers[index].layer.maxzoom
    guard !isLast || !above.isEmpty else { return }
    let borders = TileBorders(layer.features)
    borders.check(above, in: tile, extent: Int32(rules.extent), place)
    let gaps = isLast ? [] : borders.gaps(extent: Int32(rules.extent), buffer: Int32(rules.buffer))
    if !gaps.isEmpty { contents[index].gaps[tile.hilbertID] = gaps }
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
