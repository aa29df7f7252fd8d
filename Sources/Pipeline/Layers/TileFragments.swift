import MapMath

/// Pieces of overlays cut to tiles, in tile order.
struct TileFragments: Sendable {
  /// Which fragment is in which tile; items are indices into the other columns.
  private(set) var entries = TileEntries()
  /// Per fragment: the index of its overlay.
  private(set) var overlays: [UInt32] = []
  /// Per fragment: which part of its overlay it is, in the layer's own numbering.
  private(set) var parts: [UInt8] = []
  /// Per fragment: its geometry.
  private(set) var geometries: [TileGeometry] = []

  /// Adds a fragment. Overlays must come in ascending order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    geometries.append(geometry)
  }

  /// Adds the fragments of later overlays.
  mutating func append(_ other: TileFragments) {
    let first = UInt32(overlays.count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) { entries.append(tile: tile, item: first + item) }
    overlays += other.overlays
    parts += other.parts
    geometries += other.geometries
  }

  /// Brings the entries into tile order.
  mutating func sort() { entries.sort() }
}
