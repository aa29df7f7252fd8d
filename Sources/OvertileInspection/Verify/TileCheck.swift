import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// A tile as an archive stores it.
struct StoredTile: Sendable {
  var tile: TileID
  var bytes: [UInt8]
}

/// Whether tiles obey the rules of their format and of their layers, each by itself. One per worker.
struct TileCheck {
  private let expectations: TileExpectations?
  private let file: String
  private let compression: StoredCompression
  private let content: TileContent
  private let validity: PolygonValidity
  private let gapsAbove: [[UInt64: [TileBorders.Gap]]]
  private(set) var contents: TileContents

  /// Prepares to check tiles of a file; `gapsAbove` are those of the zoom before, by layer and tile.
  init(
    _ expectations: TileExpectations?, file: String, compression: StoredCompression, content: TileContent,
    gapsAbove: [[UInt64: [TileBorders.Gap]]], findings: Findings
  ) throws {
    (self.expectations, self.file, self.compression, self.content) = (expectations, file, compression, content)
    self.gapsAbove = gapsAbove
    validity = try PolygonValidity()
    contents = TileContents(layers: expectations?.layers.count ?? 0, findings: findings)
  }

  /// Checks a tile.
  mutating func check(_ stored: StoredTile) {
    let location = Location(file, tile: stored.tile)
    guard let plain = plain(stored, location) else { return }
    if case .other(let name) = content { return checkPicture(plain, name, location) }
    do {
      let tile = try decode(plain, location)
      if tile.layers.isEmpty { contents.findings.note(.tileRule, location, "the tile is empty and should not exist") }
      if tile.unknownFeatures > 0 {
        contents.findings.note(
          .tileGeometry, location, "\(tile.unknownFeatures) features have the geometry type UNKNOWN")
      }
      try checkRules(plain, tile, location)
      for layer in tile.layers { check(layer, location) }
    } catch {
      contents.findings.add(.tileUnreadable, location, "\(error)")
    }
  }

  /// The vector tile; for an archive alone also if a geometry breaks a rule, which then is a finding.
  private mutating func decode(_ plain: [UInt8], _ location: Location) throws -> DecodedTile {
    guard expectations == nil else { return try TileDecoder.decode(plain) }
    do throws(VectorTileError) {
      let tile = try TileDecoder.decode(plain, takesUnknown: true)
      let flat = tile.layers.contains { $0.version != 1 } ? tile.droppedParts : 0
      if flat > 0 || tile.droppedFeatures > tile.unknownFeatures {
        contents.findings.note(
          .tileGeometry, location, "rings without area and features without a geometry that can be drawn are ignored")
      }
      return tile
    } catch {
      guard error.code == .geometry, let tile = try? TileDecoder.decode(plain, isTolerant: true) else { throw error }
      contents.findings.add(.tileRule, location, "\(error.location): \(error.reason)")
      return tile
    }
  }

  /// Whether a tile that is not a vector tile begins as its format does, if that is known.
  private mutating func checkPicture(_ bytes: [UInt8], _ name: String, _ location: Location) {
    let found = TileContent(sniffing: bytes)
    guard ["png", "jpeg", "webp", "avif"].contains(name), found != .other(name) else { return }
    contents.findings.add(
      .tileUnreadable, location, "the tile's content does not match its format", expected: name, found: "\(found)")
  }

  private mutating func plain(_ stored: StoredTile, _ location: Location) -> [UInt8]? {
    let isUnknown = compression == .other(0) && StoredCompression(sniffing: stored.bytes) == .gzip
    guard compression == .gzip || isUnknown else { return stored.bytes }
    if expectations == nil, StoredCompression(sniffing: stored.bytes) != .gzip {
      contents.findings.add(
        .archiveCompression, location,
        "the tile is not compressed, but the archive declares gzip (implied by the format pbf in MBTiles 1.3)"
      )
      return stored.bytes
    }
    do {
      let plain = try Gunzip.decompress(stored.bytes)
      if expectations != nil, !GzipHeader.isReproducible(stored.bytes) {
        contents.findings.add(
          .archiveCompression, location,
          "the gzip header contains a time, a name or a system, so the bytes are not reproducible")
      }
      return plain
    } catch {
      contents.findings.add(.archiveCompression, location, "the tile cannot be decompressed as gzip: \(error)")
      return nil
    }
  }

  private mutating func checkRules(_ plain: [UInt8], _ tile: DecodedTile, _ location: Location) throws {
    for fault in try TileRules.faults(plain) { contents.findings.note(.tileRule, location, "\(fault)") }
    for name in tile.skippedLayers {
      contents.findings.add(.tileRule, location, "the layer \"\(name)\" has an unsupported version")
    }
    let order = tile.layers.compactMap { expectations?.index(of: $0.name) }
    if zip(order, order.dropFirst()).contains(where: { $0 >= $1 }) {
      contents.findings.add(.tileLayer, location, "the tile's layers are not in the same order as in the manifest")
    }
  }

  private mutating func check(_ layer: DecodedLayer, _ location: Location) {
    var location = location
    location.layer = layer.name
    guard let expectations, let zoom = location.tile.map({ Int($0.z) }) else {
      for feature in layer.features { check(feature, layer, location) }
      contents.entries += layer.features.count
      return
    }
    guard let index = expectations.index(of: layer.name) else {
      return contents.findings.add(.tileLayer, location, "the manifest does not list this layer")
    }
    let entry = expectations.layers[index]
    if !(entry.minzoom <= zoom && zoom <= entry.maxzoom) {
      contents.findings.add(.tileLayer, location, "the layer should not have any features at zoom \(zoom)")
    }
    contents.findings.expect(
      Int(layer.extent), expectations.extent, .tileRule, location,
      "the layer's extent differs from the one in the manifest")
    let reader = FeatureOccurrenceReader(kind: entry.layerKind, extent: Int64(expectations.extent))
    for feature in layer.features {
      check(feature, layer, location)
      note(feature, layer: index, reader, expectations, location)
    }
    if expectations.sharesBorders(layer: index) { checkBorders(layer.features, layer: index, expectations, location) }
    contents.entries += layer.features.count
  }

  /// Keeps the gaps between shapes for the zoom below, which tells whether they are of the source.
  private mutating func checkBorders(
    _ features: [DecodedFeature], layer: Int, _ expectations: TileExpectations, _ location: Location
  ) {
    guard let tile = location.tile else { return }
    let (extent, buffer, maxzoom) = (expectations.extent, expectations.buffer, expectations.layers[layer].maxzoom)
    let above = tile.parent.flatMap { layer < gapsAbove.count ? gapsAbove[layer][$0.hilbertID] : nil } ?? []
    guard Int(tile.z) < maxzoom || !above.isEmpty else { return }
    let borders = TileBorders(features)
    if Int(tile.z) < maxzoom {
      let gaps = borders.gaps(within: Int32(1 - buffer)...Int32(extent + buffer - 1))
      if !gaps.isEmpty { contents.gaps[layer][tile.hilbertID] = gaps }
    }
    for gap in above {
      let offset = SIMD2(Int32(tile.x & 1), Int32(tile.y & 1)) &* Int32(extent)
      let (start, end) = (gap.start &* 2 &- offset, gap.end &* 2 &- offset)
      let isHere = [start.x, start.y, end.x, end.y].allSatisfy { (0...Int32(extent)).contains($0) }
      guard isHere, borders.isClosed(gap, from: start, to: end) else { continue }
      var location = location
      (location.tile, location.feature) = (tile.parent, gap.shape)
      contents.findings.add(
        .overlayBorder, location,
        "there is a gap or an overlap between the shape and its neighbors \(gap.neighbors), but not at zoom \(tile.z)"
      )
    }
  }

  /// Checks the rules for a feature of any layer.
  private mutating func check(_ feature: DecodedFeature, _ layer: DecodedLayer, _ location: Location) {
    var location = location
    location.feature = feature.id
    if expectations != nil, feature.id == nil { contents.findings.add(.tileID, location, "a feature has no id") }
    let geometry = feature.geometry
    let isCircle =
      feature[TileProperty.part] != nil && feature[TileProperty.radiusMeters] != nil && geometry.kind == .points
    if let buffer = expectations?.buffer, !isCircle {
      // A center keeps its position, even far outside.
      let (low, high) = (Int32(clamping: -buffer), Int32(clamping: Int(layer.extent) + buffer))
      if let index = geometry.x.indices.first(where: {
        !(low...high).contains(geometry.x[$0]) || !(low...high).contains(geometry.y[$0])
      }) {
        contents.findings.add(
          .tileGeometry, location, "a position lies outside the tile and its buffer", expected: "\(low) to \(high)",
          found: "\(geometry.x[index]), \(geometry.y[index])")
      }
    }
    if geometry.kind == .polygons, !validity.isValid(geometry) {
      // Version 1 has no rule against it.
      contents.findings.add(
        .tilePolygon, location, "the polygon crosses itself, or its rings overlap", isAllowed: layer.version == 1)
    }
  }

  /// Keeps the values that must agree between tiles.
  private mutating func note(
    _ feature: DecodedFeature, layer: Int, _ reader: FeatureOccurrenceReader, _ expectations: TileExpectations,
    _ location: Location
  ) {
    guard let id = feature.id, let tile = location.tile else { return }
    for property in feature.properties {
      contents.fields[layer].note(property)
    }
    var location = location
    location.feature = id
    if id >= OverlayIDs.made.lowerBound, expectations.aggregated.contains(layer) {
      contents.clusters[layer].append((id, feature.properties))
    }
    let occurrence = reader.read(feature, id: id, tile: tile, location, &contents.findings)
    contents.occurrences[layer].append(occurrence)
    if occurrence.part == .ring, occurrence.numbers.x.isFinite, let circles = expectations.circles[layer] {
      let isRight = circles.checkRing(
        zip(feature.geometry.x, feature.geometry.y).lazy.map { (x: $0, y: $1) }, of: occurrence, tile: tile,
        extent: expectations.extent, buffer: expectations.buffer)
      if !isRight {
        contents.findings.add(.overlayRadius, location, "the circle's outline does not match its radius")
      }
    }
    guard reader.reaches(feature) else { return }
    let cover = ClippedFeatureCover(feature.geometry, extent: expectations.extent, buffer: expectations.buffer)
    for neighbor in cover.neighbors(of: tile) {
      contents.claims[layer].append(Claim(id: id, tile: neighbor.hilbertID, from: tile.hilbertID))
    }
  }
}

/// The header of a gzip member. Source: RFC 1952, section 2.3.
enum GzipHeader {
  /// Whether it has no flags, no time and an unknown system, so that it depends on the content alone.
  static func isReproducible(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 10 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8 && bytes[3...7].allSatisfy { $0 == 0 }
      && bytes[9] == 255
  }
}
