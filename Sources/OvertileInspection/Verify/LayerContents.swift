import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// What some tiles of a zoom have of a layer.
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
}

extension LayerCheck {
  /// Keeps the values of a feature that must agree between tiles. Its shape is that of its polygons, if it has any.
  mutating func note(_ feature: DecodedFeature, _ tile: TileID, _ shape: TileShape?, _ place: Place) {
    guard let id = feature.id else { return }
    let geometry = feature.geometry
    for property in feature.properties { contents.fields.note(property) }
    var occurrence = FeatureOccurrence(feature, id: id, tile: tile, kind: kind, extent: Int64(tiles.extent), place)
    if occurrence.count > 0 { occurrence.aggregates = aggregates.map { feature[$0.name] } }
    contents.occurrences.append(occurrence)
    if kind == .circle, occurrence.numbers.x.isFinite, let circles {
      circles.checkRadii(feature[TileProperty.radiusMapPoints]?.number ?? .nan, of: occurrence, place)
    }
    if occurrence.part == .ring, occurrence.numbers.x.isFinite, let circles {
      let isRight = circles.checkRing(geometry, of: occurrence, tile: tile, tiles)
      place.require(isRight, .overlayRadius, "the circle's outline does not match its radius")
    }
    let isClipped = kind == .shape && geometry.kind != .points || occurrence.part == .dissolved
    let isMarker = kind != .circle && !occurrence.isLabel && occurrence.isPoint
    guard isClipped || isMarker else { return }
    let neighbors = geometry.neighbors(
      of: tile, extent: tiles.extent, buffer: tiles.buffer, shape ?? TileShape(geometry))
    contents.claims += neighbors.map { Claim(id: id, tile: $0.hilbertID, from: tile.hilbertID, isPoint: isMarker) }
  }

  /// Checks borders that shapes were simplified with against the tile above, and keeps the gaps between them for the zoom
  /// below, which tells whether they are of the source.
  mutating func noteBorders(_ features: [DecodedFeature], _ tile: TileID, _ place: Place) {
    guard layer.shape?.shapeMethod == .coverage else { return }
    let above = tile.parent.flatMap { gaps[$0.hilbertID] } ?? []
    let isLast = Int(tile.z) >= layer.maxzoom
    guard !isLast || !above.isEmpty else { return }
    let borders = TileBorders(features)
    borders.check(above, in: tile, extent: Int32(tiles.extent), place)
    let found = isLast ? [] : borders.gaps(extent: Int32(tiles.extent), buffer: Int32(tiles.buffer))
    if !found.isEmpty { contents.gaps[tile.hilbertID] = found }
  }
}
